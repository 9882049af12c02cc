import { type HistoryRoom, historyRoom } from './history-room.ts'
import { type KeptPart, keepBehindSummary } from './keep-behind-summary.ts'
import { heldTrim, lowMark } from './marks.ts'
import type { PlanFrame } from './plan-frame.ts'
import { usesSummary } from './summary-chain.ts'
import type { StoredMessage } from './types.ts'
import { placeOf, walkRows, wholeExchangeFrom } from './walk-rows.ts'

/** `tokens` are those of the kept rows before the newest one, with the overhead of each. */
export type KeptRows = KeptPart & HistoryRoom

/**
 * What of the rows is sent: divider, what cannot be sent, window and budget, by two marks, and what a summary tells.
 * Looks at no row older than those that decide.
 */
export function keepRows(frame: PlanFrame, rows: readonly StoredMessage[]): KeptRows {
  const history = historyRoom(frame, rows)
  const { newest, pinned, modelRoom } = history
  const kept = usesSummary(frame) ? keepBehindSummary(frame, rows, history) : keepAlone(frame, rows, history)
  return { ...kept, newest, pinned, modelRoom }
}

const NO_SUMMARY = { summary: null, summaryTokens: 0, owedUntil: null }

function keepAlone(frame: PlanFrame, rows: readonly StoredMessage[], { room }: HistoryRoom): KeptPart {
  const held = heldTrim(frame)
  const readFrom = held?.beforeSeq ?? (frame.dividerSeq ?? -1) + 1
  const from = held ? wholeExchangeFrom(rows, readFrom) : placeOf(rows, readFrom)
  const walked = walkRows(frame, rows, room, from)
  if (walked.stop !== null) {
    return { ...walkRows(frame, rows, lowMark(room, walked.stop), from), ...NO_SUMMARY, readFrom }
  }
  const reachesTrim = held !== null && (rows[0]?.seq ?? Infinity) <= held.beforeSeq
  return { ...walked, ...NO_SUMMARY, stop: reachesTrim ? held.reason : null, readFrom }
}
