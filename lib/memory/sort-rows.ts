import type { LeftOut, LeftOutReason } from './context-map.ts'
import type { KeptRows } from './kept-rows.ts'
import { leftOutRanges } from './left-out.ts'
import { pinnedExchanges } from './pinned-rows.ts'
import type { PlanFrame } from './plan-frame.ts'
import { sortSoFar } from './so-far.ts'
import type { StoredSummary } from './stored-summary.ts'
import type { StoredMessage } from './types.ts'

/** `sent` in the order of sending; `keptStart` is the seq of the oldest of them, null when only the newest is. */
export type SortedRows = { sent: StoredMessage[]; keptStart: number | null; leftOut: LeftOut[] }

/** Puts every message of the path among what is sent, or with its reason among what is left out. */
export function sortRows(frame: PlanFrame, rows: readonly StoredMessage[], kept: KeptRows): SortedRows {
  const leftOut = leftOutRanges()
  const system: StoredMessage[] = []
  const talk: StoredMessage[] = []
  const sort = (row: StoredMessage, reason: LeftOutReason | null) => {
    if (reason) {
      leftOut.add(row.seq, row.seq, reason)
      return
    }
    leftOut.cut()
    if (row.role === 'system') system.push(row)
    else talk.push(row)
  }

  const keptFrom = rows[kept.start]?.seq ?? kept.newest.seq
  const pinned = pinnedExchanges(frame).filter(({ toSeq }) => toSeq < keptFrom)
  let next = 0
  let sorted = -1
  for (const { fromSeq, toSeq, reason } of olderThanKept(frame, rows, kept)) {
    const leave = (from: number, to: number) => {
      if (reason) leftOut.add(from, to, reason)
      else leftOut.cut()
    }
    let from = Math.max(fromSeq, sorted + 1)
    for (let exchange = pinned[next]; exchange && exchange.fromSeq <= toSeq; exchange = pinned[next]) {
      leave(from, exchange.fromSeq - 1)
      for (const [place, row] of exchange.rows.entries()) sort(row, exchange.reasons[place] ?? null)
      sorted = exchange.toSeq
      from = sorted + 1
      next += 1
    }
    leave(from, toSeq)
  }

  let keptStart: number | null = null
  const reasons = new Map(kept.reasons)
  for (const row of rows.slice(kept.start)) {
    const reason = reasons.get(row) ?? null
    if (reason === null && row !== kept.newest) keptStart ??= row.seq
    sort(row, reason)
  }
  for (const [row, reason] of sortSoFar(frame, kept.newest)) sort(row, reason)
  return { sent: [...system, ...talk], keptStart, leftOut: leftOut.ranges }
}

/** All messages from one seq to another: left out for a reason; null: told by the summary. */
type Older = { fromSeq: number; toSeq: number; reason: LeftOutReason | null }

/** Up to the kept part, read or not: above the divider, told by the summary, and what had no room behind that. */
function olderThanKept(frame: PlanFrame, rows: readonly StoredMessage[], kept: KeptRows): Older[] {
  const { seq: newestSeq } = kept.newest
  const readFrom = rows[0]?.seq ?? newestSeq
  const keptFrom = rows[kept.start]?.seq ?? newestSeq
  const firstSeq = Math.min(frame.firstSeq ?? readFrom, readFrom)
  const { dividerSeq } = frame
  const belowDivider = dividerSeq === null ? firstSeq : Math.max(firstSeq, dividerSeq + 1)
  const older: Older[] = []

  if (dividerSeq !== null) {
    older.push({ fromSeq: firstSeq, toSeq: Math.min(dividerSeq, newestSeq) - 1, reason: 'afresh' })
  }
  if (kept.summary) older.push(...told(kept.summary, belowDivider))
  const untold = kept.summary ? kept.summary.toSeq + 1 : belowDivider
  if (kept.stop !== null) older.push({ fromSeq: untold, toSeq: keptFrom - 1, reason: kept.stop })
  else if (untold === firstSeq) {
    // All rows were walked. Older ones that should be there are beyond a full window, or were deleted meanwhile.
    const full = kept.exchanges === frame.settings.maxExchanges
    older.push({ fromSeq: firstSeq, toSeq: readFrom - 1, reason: full ? 'window' : 'forgotten' })
  }
  return older
}

/**
 * The range of a summary in order, with what it does not tell. What was pinned then and is so no longer is excluded
 * now: without any mark the summary could not be used.
 */
function told({ toSeq, omitted }: StoredSummary, fromSeq: number): Older[] {
  const pieces: Older[] = []
  let from = fromSeq
  for (const gap of omitted) {
    pieces.push({ fromSeq: from, toSeq: gap.fromSeq - 1, reason: null })
    const reason = gap.reason === 'pinned' ? 'excluded' : gap.reason
    pieces.push({ fromSeq: gap.fromSeq, toSeq: gap.toSeq, reason })
    from = gap.toSeq + 1
  }
  return [...pieces, { fromSeq: from, toSeq, reason: null }]
}
