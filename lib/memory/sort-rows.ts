import type { LeftOut } from './context-map.ts'
import type { KeptRows } from './keep-rows.ts'
import { leftOutRanges } from './left-out.ts'
import type { PlanFrame } from './plan-frame.ts'
import type { StoredMessage } from './types.ts'

/** `sent` in the order of sending; `keptStart` is the seq of the oldest of them, null when only the newest is. */
export type SortedRows = { sent: StoredMessage[]; keptStart: number | null; leftOut: LeftOut[] }

/** Puts every message of the path among what is sent, or with its reason among what is left out. */
export function sortRows(frame: PlanFrame, rows: readonly StoredMessage[], kept: KeptRows): SortedRows {
  const leftOut = leftOutRanges()
  for (const { fromSeq, toSeq, reason } of olderThanKept(frame, rows, kept))
    leftOut.add(fromSeq, toSeq, reason)

  const system: StoredMessage[] = []
  const talk: StoredMessage[] = []
  let keptStart: number | null = null
  for (const row of rows.slice(kept.start)) {
    const reason = kept.reasons?.get(row)
    if (reason) {
      leftOut.add(row.seq, row.seq, reason)
      continue
    }
    leftOut.cut()
    if (row !== kept.newest) keptStart ??= row.seq
    if (row.role === 'system') system.push(row)
    else talk.push(row)
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
