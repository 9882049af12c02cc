import type { ContextMapView, LeftOutReason } from '@/lib/schemas/context-map'
import type { MessageView } from '@/lib/schemas/message'
import { reasonInWords, tokensInWords } from './reason-words'

/** What the rule beside a message shows. */
export type LineState =
  | { kind: 'sent'; tokens: number }
  /** Newer than the plan: the turn that is under way. */
  | { kind: 'fresh' }
  | { kind: 'leftOut'; reason: LeftOutReason }
  | { kind: 'excluded' }
  /** The answer whose context the line shows. */
  | { kind: 'answer' }
  /** It did not exist yet when that answer was given. */
  | { kind: 'later' }
  | { kind: 'unknown' }

/** Whether the line shows the turn that comes next, or one that was: that of an answer. */
export type Shown = { tense: 'next' } | { tense: 'past'; answerId: string }

const UNKNOWN: LineState = { kind: 'unknown' }

/** The state of each message by its id, dividers left aside. */
export function lineStates(
  messages: readonly Pick<MessageView, 'id' | 'seq' | 'kind'>[],
  map: ContextMapView | null,
  shown: Shown,
): Map<string, LineState> {
  const tokens = new Map<string, number>()
  let newest = -1
  for (const segment of map?.segments ?? []) {
    if (segment.kind !== 'message') continue
    tokens.set(segment.messageId, segment.tokens)
    newest = Math.max(newest, segment.seq)
  }
  for (const range of map?.leftOut ?? []) newest = Math.max(newest, range.toSeq)

  const stateOf = ({ id, seq }: { id: string; seq: number }): LineState => {
    if (!map) return UNKNOWN
    const sent = tokens.get(id)
    if (sent !== undefined) return { kind: 'sent', tokens: sent }
    const range = map.leftOut.find(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
    if (range?.reason === 'excluded') return { kind: 'excluded' }
    if (range) return { kind: 'leftOut', reason: range.reason }
    if (shown.tense === 'past' && id === shown.answerId) return { kind: 'answer' }
    if (shown.tense === 'past') return seq > newest ? { kind: 'later' } : UNKNOWN
    return { kind: 'fresh' }
  }
  return new Map(
    messages.filter(({ kind }) => kind === 'message').map((message) => [message.id, stateOf(message)]),
  )
}

/** The state as it is read aloud and shown on hover. */
export function lineSentence(state: LineState, map: ContextMapView | null, shown: Shown): string {
  switch (state.kind) {
    case 'sent':
      return `${shown.tense === 'past' ? 'Was sent' : 'Sent'}. ${tokensInWords(state.tokens)}.`
    case 'fresh':
      return 'New. Part of what is sent next.'
    case 'leftOut':
      return map ? `Not sent: ${reasonInWords(state.reason, map)}.` : 'Not sent.'
    case 'excluded':
      return 'Not sent: you excluded it.'
    case 'answer':
      return 'The answer that all this was sent for.'
    case 'later':
      return 'Came later.'
    case 'unknown':
      return 'Not known yet whether this is sent.'
  }
}
