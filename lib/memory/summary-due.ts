import type { ContextMap } from './context-map.ts'

/** Of what may be sent: a summary that is begun here is there before the rest is full. */
const DUE_SHARE = 0.85

/**
 * Whether older exchanges are to be summarised after a turn, so that there is a summary when the kept part moves.
 * `answerTokens`: of the answer to what the map was sent for.
 */
export function summaryDue(map: ContextMap, answerTokens: number): boolean {
  const { useSummary, maxExchanges } = map.settings
  if (!useSummary || maxExchanges === 0) return false
  if (map.owed !== null || filledBy(map) + answerTokens >= DUE_SHARE * map.limit.total) return true
  return maxExchanges !== null && exchangesOf(map) >= DUE_SHARE * maxExchanges
}

/** With all that is kept free for recall, whatever was found: so much the history cannot have. */
const filledBy = ({ tokens, segments, recall }: ContextMap): number =>
  segments.reduce(
    (sum, segment) => (segment.kind === 'recall' ? sum - segment.tokens : sum),
    tokens + (recall?.reserve ?? 0),
  )

/** Those that the window counts next time: the one that was asked now is among them. */
const exchangesOf = ({ segments }: ContextMap): number =>
  segments.filter((segment) => segment.kind === 'message' && segment.role === 'user' && !segment.pinned)
    .length
