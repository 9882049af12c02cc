import { type Kept, keepNewest, type Room } from './keep-newest.ts'
import type { PlanFrame } from './plan-frame.ts'
import { type RowCursor, rowCursor } from './row-cursor.ts'
import type { StoredMessage } from './types.ts'

/** `reasons`: the messages of the kept part that are not sent, and why. */
export type Walked = Kept & { room: Room; reasons: RowCursor['reasons'] }

/** Keeps what there is room for of the rows from the place `from` on, the newest one, which is always sent, aside. */
export function walkRows(
  { limits }: PlanFrame,
  rows: readonly StoredMessage[],
  room: Room,
  from: number,
): Walked {
  const end = rows.length - 1
  const floor = Math.min(end, from)
  const cursor = rowCursor(rows, floor, limits.perMessage)
  const { start, exchanges, tokens, stop } = keepNewest(cursor, floor, end, room)
  return { start, exchanges, tokens, stop, room, reasons: cursor.reasons }
}

/** The place of the first row from this seq on, found in a few steps. */
export function placeOf(rows: readonly StoredMessage[], seq: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** The same, but for what began there and is gone: with a whole exchange. */
export function wholeExchangeFrom(rows: readonly StoredMessage[], seq: number): number {
  let from = placeOf(rows, seq)
  while (from < rows.length - 1 && rows[from]?.role !== 'user') from += 1
  return from
}
