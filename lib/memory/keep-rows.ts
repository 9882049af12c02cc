import { type HistoryRoom, historyRoom } from './history-room.ts'
import { keepBehindSummary } from './keep-behind-summary.ts'
import { type KeptRows, keptRows } from './kept-rows.ts'
import { heldTrim, lowMark } from './marks.ts'
import type { PlanFrame } from './plan-frame.ts'
import { usesSummary } from './summary-chain.ts'
import type { StoredMessage } from './types.ts'
import { placeOf, walkRows, wholeExchangeFrom } from './walk-rows.ts'

/**
 * What of the rows is sent: divider, what cannot be sent, window and budget, by two marks, and what a summary tells.
 * Looks at no row older than those that decide.
 */
export function keepRows(frame: PlanFrame, rows: readonly StoredMessage[]): KeptRows {
  const history = historyRoom(frame, rows)
  return usesSummary(frame) ? keepBehindSummary(frame, rows, history) : keepAlone(frame, rows, history)
}

function keepAlone(frame: PlanFrame, rows: readonly StoredMessage[], history: HistoryRoom): KeptRows {
  const held = heldTrim(frame)
  const readFrom = held?.beforeSeq ?? (frame.dividerSeq ?? -1) + 1
  const from = held ? wholeExchangeFrom(rows, readFrom) : placeOf(rows, readFrom)
  const behind = { summary: null, summaryTokens: 0, owedUntil: null, readFrom }
  const walked = walkRows(frame, rows, history.room, from)
  if (walked.stop !== null) {
    return keptRows(history, walkRows(frame, rows, lowMark(history.room, walked.stop), from), behind)
  }
  const reachesTrim = held !== null && (rows[0]?.seq ?? Infinity) <= held.beforeSeq
  return keptRows(history, reachesTrim ? { ...walked, stop: held.reason } : walked, behind)
}
