import type { HistoryRoom } from './history-room.ts'
import type { Room } from './keep-newest.ts'
import { type KeptRows, keptRows } from './kept-rows.ts'
import { heldStart, heldTrim, lowMark } from './marks.ts'
import type { PlanFrame } from './plan-frame.ts'
import { type Start, summaryStarts } from './summary-chain.ts'
import type { StoredMessage } from './types.ts'
import { placeOf, type Walked, walkRows, wholeExchangeFrom } from './walk-rows.ts'

/**
 * What is sent as it is behind a summary. The summary stays the one that it was until the history behind it is full;
 * then it is the first one that leaves no more than the low mark, else the longest. While none is long enough, what it
 * owes is sent as it is as far as the model itself allows.
 */
export function keepBehindSummary(
  frame: PlanFrame,
  rows: readonly StoredMessage[],
  history: HistoryRoom,
): KeptRows {
  const { room, modelRoom } = history
  const starts = summaryStarts(frame)
  const first = heldStart(frame, starts)
  const walk = (start: Start, within: Room) =>
    walkRows(frame, rows, lessTokens(within, start.tokens), placeOf(rows, start.fromSeq))
  const behind = ({ summary, tokens, fromSeq }: Start, walked: Walked) =>
    keptRows(history, walked, { summary, summaryTokens: tokens, owedUntil: null, readFrom: fromSeq })

  const inForce = starts[first]
  if (inForce === undefined) throw new Error('Every path has a start.')
  const full = walk(inForce, room)
  if (full.stop === null) return behind(inForce, full)
  const longer = starts.slice(first + 1)
  for (const start of longer) {
    const walked = walk(start, lowMark(room, full.stop))
    if (walked.stop === null) return behind(start, walked)
  }
  const longest = longer.at(-1) ?? inForce
  const walked = walk(longest, room)
  if (walked.stop === null) return behind(longest, walked)
  return {
    ...behind(longest, sendOwed(frame, rows, longest, modelRoom)),
    owedUntil: walk(longest, lowMark(room, walked.stop)).start,
    readFrom: owedFrom(frame, longest),
  }
}

/** Past the marks with no summary yet: as far as the model itself allows, by two marks as well. */
function sendOwed(frame: PlanFrame, rows: readonly StoredMessage[], start: Start, within: Room): Walked {
  const fromSeq = owedFrom(frame, start)
  const isTrimmed = fromSeq > start.fromSeq
  const from = isTrimmed ? wholeExchangeFrom(rows, fromSeq) : placeOf(rows, fromSeq)
  const room = lessTokens(within, start.tokens)
  const walked = walkRows(frame, rows, room, from)
  if (walked.stop !== null) return walkRows(frame, rows, lowMark(room, walked.stop), from)
  const reachesTrim = isTrimmed && (rows[0]?.seq ?? Infinity) <= fromSeq
  return reachesTrim ? { ...walked, stop: 'budget' } : walked
}

const owedFrom = (frame: PlanFrame, start: Start): number =>
  Math.max(start.fromSeq, heldTrim(frame)?.beforeSeq ?? 0)

const lessTokens = (room: Room, tokens: number): Room => ({
  exchanges: room.exchanges,
  tokens: room.tokens - tokens,
})
