import type { Mark, MarkedExchange } from '@/lib/schemas/mark'
import type { MessageView } from '@/lib/schemas/message'

/** A mark that the server has not confirmed: shown, and taken back where it refuses. */
export type PendingMark = { messageId: string; mark: Mark }

/** The messages as the server has marked them. */
export function withMarked(
  messages: readonly MessageView[],
  { messages: marked }: MarkedExchange,
): readonly MessageView[] {
  const marks = new Map(marked.map((each) => [each.id, each]))
  return messages.map((message) => {
    const mark = marks.get(message.id)
    return mark ? { ...message, ...mark } : message
  })
}

/** The messages as they will be once every mark is stored; the same where none is pending. */
export function withPending(
  messages: readonly MessageView[],
  pending: readonly PendingMark[],
): readonly MessageView[] {
  return pending.reduce((shown, { messageId, mark }) => {
    const [from, to] = exchangeOf(shown, messageId)
    const change = { pinned: mark === 'pinned', excluded: mark === 'excluded' }
    return shown.map((message, place) =>
      from <= place && place < to && message.kind === 'message' ? { ...message, ...change } : message,
    )
  }, messages)
}

/** The places from a message's question up to the next one; none for a message that is not there. */
function exchangeOf(messages: readonly MessageView[], messageId: string): [from: number, to: number] {
  const chosen = messages.findIndex(({ id }) => id === messageId)
  if (chosen < 0) return [0, 0]
  const question = messages.findLastIndex((message, place) => place <= chosen && isQuestion(message))
  const next = messages.findIndex((message, place) => place > chosen && isQuestion(message))
  return [Math.max(question, 0), next < 0 ? messages.length : next]
}

const isQuestion = ({ kind, role }: MessageView): boolean => kind === 'message' && role === 'user'
