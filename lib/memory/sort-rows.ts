import type { LeftOut, LeftOutReason } from './context-map.ts'
import type { KeptRows } from './keep-rows.ts'
import { leftOutRanges } from './left-out.ts'
import type { PlanFrame } from './plan-frame.ts'
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
  const pinned = kept.pinned.exchanges.filter(({ toSeq }) => toSeq < keptFrom)
  for (const { fromSeq, toSeq, reason } of olderThanKept(frame, rows, kept)) {
    let from = fromSeq
    for (const exchange of pinned) {
      if (exchange.toSeq < from || exchange.fromSeq > toSeq) continue
      leftOut.add(from, exchange.fromSeq - 1, reason)
      for (const { row, reason } of exchange.rows) sort(row, reason)
      from = exchange.toSeq + 1
    }
    leftOut.add(from, toSeq, reason)
  }

  let keptStart: number | null = null
  for (const row of rows.slice(kept.start)) {
    const reason = kept.reasons?.get(row) ?? null
    if (reason === null && row !== kept.newest) keptStart ??= row.seq
    sort(row, reason)
  }
  return { sent: [...system, ...talk], keptStart, leftOut: leftOut.ranges }
}

/** Up to the kept part, read or not: what is above the divider, and what had no room below it. */
function olderThanKept(frame: PlanFrame, rows: readonly StoredMessage[], kept: KeptRows): LeftOut[] {
  const { seq: newestSeq } = kept.newest
  const readFrom = rows[0]?.seq ?? newestSeq
  const keptFrom = rows[kept.start]?.seq ?? newestSeq
  const firstSeq = Math.min(frame.firstSeq ?? readFrom, readFrom)
  const { dividerSeq } = frame
  const belowDivider = dividerSeq === null ? firstSeq : Math.max(firstSeq, dividerSeq + 1)
  const older: LeftOut[] = []

  if (dividerSeq !== null) {
    older.push({ fromSeq: firstSeq, toSeq: Math.min(dividerSeq, newestSeq) - 1, reason: 'afresh' })
  }
  if (kept.stop !== null) older.push({ fromSeq: belowDivider, toSeq: keptFrom - 1, reason: kept.stop })
  else if (belowDivider === firstSeq) {
    // All rows were walked. Older ones that should be there are beyond a full window, or were deleted meanwhile.
    const full = kept.exchanges === frame.settings.maxExchanges
    older.push({ fromSeq: firstSeq, toSeq: readFrom - 1, reason: full ? 'window' : 'forgotten' })
  }
  return older
}
