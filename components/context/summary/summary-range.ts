import type { MessageView } from '@/lib/schemas/message'
import type { SummaryView } from '@/lib/schemas/summary'
import { messagesInWords } from '../messages-in-words'
import { isWithin } from '../seq-range'

type Told = Pick<SummaryView, 'fromSeq' | 'toSeq' | 'messageCount'>
type Dated = Pick<MessageView, 'seq' | 'kind' | 'createdAt'>

/** Which messages a summary tells: how many, and from when to when as far as they are loaded. */
export function summaryRange(told: Told, messages: readonly Dated[]): string {
  const count = messagesInWords(told.messageCount)
  const inside = messages.filter(({ seq, kind }) => kind === 'message' && isWithin(told, seq))
  const last = inside.at(-1)
  if (!last) return count
  const to = day(last.createdAt)
  // Where older ones are not loaded, nobody knows how far back they go.
  const isBeginLoaded = (messages[0]?.seq ?? Infinity) <= told.fromSeq
  const from = isBeginLoaded && inside[0] ? day(inside[0].createdAt) : null
  if (from === null) return `${count} up to ${to}`
  return from === to ? `${count} of ${to}` : `${count}, from ${from} to ${to}`
}

const day = (time: string): string => new Date(time).toLocaleDateString('en', { dateStyle: 'medium' })
