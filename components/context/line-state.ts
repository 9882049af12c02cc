import type { ContextMapView, LeftOutReason } from '@/lib/schemas/context-map'
import type { MessageView } from '@/lib/schemas/message'
import { reasonInWords } from './reason-words'
import { isWithin } from './seq-range'
import { summaryIn } from './summary-in'
import { tokensInWords } from './tokens-in-words'

/** What the rule beside a message shows. */
export type LineState =
  /** `owed`: past the limit, until a summary tells it. */
  | { kind: 'sent'; tokens: number; owed?: true }
  /** Sent because it is pinned. `tokens` is null until that is planned. */
  | { kind: 'pinned'; tokens: number | null }
  /** Told by the summary that is sent. */
  | { kind: 'summary'; version: number }
  /** Newer than the plan: the turn that is under way. */
  | { kind: 'fresh' }
  | { kind: 'leftOut'; reason: LeftOutReason }
  | { kind: 'excluded' }
  /** The answer whose context the line shows. */
  | { kind: 'answer' }
  /** It did not exist yet when that answer was given. */
  | { kind: 'later' }
  | { kind: 'unknown' }

/**
 * Whether the line shows the turn that comes next, or one that was: that of an answer. `unsent`: it was too much for
 * the model, so that nothing was sent.
 */
export type Shown = { tense: 'next' } | { tense: 'past'; answerId: string; unsent?: true }

type MessageSegment = Extract<ContextMapView['segments'][number], { kind: 'message' }>

const UNKNOWN: LineState = { kind: 'unknown' }

type Marked = Pick<MessageView, 'id' | 'seq' | 'kind' | 'pinned' | 'excluded'>

/** The state of each message by its id, dividers left aside. A mark shows before the next turn is planned with it. */
export function lineStates(
  messages: readonly Marked[],
  map: ContextMapView | null,
  shown: Shown,
): Map<string, LineState> {
  const segments = new Map<string, MessageSegment>()
  const summary = summaryIn(map)
  let newest = -1
  for (const segment of map?.segments ?? []) {
    if (segment.kind !== 'message') continue
    segments.set(segment.messageId, segment)
    newest = Math.max(newest, segment.seq)
  }
  for (const range of map?.leftOut ?? []) newest = Math.max(newest, range.toSeq)

  const stateOf = (message: Marked): LineState => {
    if (!map) return UNKNOWN
    const { id, seq } = message
    const segment = segments.get(id)
    const range = map.leftOut.find((each) => isWithin(each, seq))
    const byMark = shown.tense === 'next' ? nextByMark(message, segment, range?.reason ?? null) : null
    if (byMark) return byMark
    if (segment?.pinned) return { kind: 'pinned', tokens: segment.tokens }
    if (segment) {
      const owed = map.owed !== null && isWithin(map.owed, seq) ? { owed: true as const } : {}
      return { kind: 'sent', tokens: segment.tokens, ...owed }
    }
    if (range?.reason === 'excluded') return { kind: 'excluded' }
    if (range) return { kind: 'leftOut', reason: range.reason }
    if (summary && isWithin(summary, seq)) return { kind: 'summary', version: summary.version }
    if (shown.tense === 'past' && id === shown.answerId) return { kind: 'answer' }
    if (shown.tense === 'past') return seq > newest ? { kind: 'later' } : UNKNOWN
    return { kind: 'fresh' }
  }
  return new Map(
    messages.filter(({ kind }) => kind === 'message').map((message) => [message.id, stateOf(message)]),
  )
}

/** What no mark brings back. */
const FINAL: readonly LeftOutReason[] = ['afresh', 'failed', 'empty', 'forgotten', 'unanswered']

/** What a mark, or one just taken away, makes of a message in the next turn; null: what the plan says. */
function nextByMark(
  { pinned, excluded }: Marked,
  segment: MessageSegment | undefined,
  reason: LeftOutReason | null,
): LineState | null {
  if (reason !== null && FINAL.includes(reason)) return null
  if (excluded) return { kind: 'excluded' }
  if (pinned) return { kind: 'pinned', tokens: segment?.tokens ?? null }
  return segment?.pinned || reason === 'excluded' ? UNKNOWN : null
}

/** The state as it is read aloud and shown on hover. */
export function lineSentence(state: LineState, map: ContextMapView | null, shown: Shown): string {
  const past = shown.tense === 'past'
  const unsent = past && shown.unsent
  const sent = unsent ? 'Would have been sent' : past ? 'Was sent' : 'Sent'
  switch (state.kind) {
    case 'sent': {
      const until = past ? ' as it was: no summary told it yet' : ' as it is until a summary tells it'
      return `${sent}${state.owed ? until : ''}. ${tokensInWords(state.tokens)}.`
    }
    case 'pinned': {
      const why = `${sent}: you ${past ? 'had pinned' : 'pinned'} it.`
      return state.tokens === null ? why : `${why} ${tokensInWords(state.tokens)}.`
    }
    case 'summary':
      return `${past ? 'Stood' : 'Stands'} in the summary, version ${state.version}.`
    case 'fresh':
      return 'New. Part of what is sent next.'
    case 'leftOut':
      return map ? `Not sent: ${reasonInWords(state.reason, map)}.` : 'Not sent.'
    case 'excluded':
      return 'Not sent: you excluded it.'
    case 'answer':
      return `The answer that all this ${unsent ? 'would have been' : 'was'} sent for.`
    case 'later':
      return 'Came later.'
    case 'unknown':
      return 'Not known yet whether this is sent.'
  }
}
