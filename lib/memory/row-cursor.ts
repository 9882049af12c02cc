import type { LeftOutReason } from './context-map.ts'
import type { ExchangeCursor } from './keep-newest.ts'
import type { StoredMessage } from './types.ts'
import { isPlain, unsendable } from './unsendable.ts'

export type RowCursor = ExchangeCursor & {
  /** Messages that were stepped over and why they are not sent. */
  reasons: [StoredMessage, LeftOutReason][]
}

/** Steps over the exchanges of stored rows from `floor` on; each row takes its tokens and `perMessage`. */
export function rowCursor(rows: readonly StoredMessage[], floor: number, perMessage: number): RowCursor {
  const cursor: RowCursor = { step, start: 0, cost: null, reasons: [] }
  return cursor

  function step(end: number): void {
    stepBack(cursor, rows, floor, end, perMessage)
    cursor.cost ??= costOfRest(cursor.start, end)
  }

  /** Notes what of an exchange is not sent; null when that is all of it. A pinned one has its room already. */
  function costOfRest(start: number, end: number): number | null {
    const reasons = unsendable(rows, start, end)
    let isPinned = false
    let tokens = 0
    let isSent = false
    for (let place = start; place < end; place += 1) {
      const row = rows[place]
      if (row === undefined) break
      if (row.pinned) isPinned = true
      const reason = reasons[place - start]
      if (reason) cursor.reasons.push([row, reason])
      else {
        tokens += row.tokens + perMessage
        isSent = true
      }
    }
    if (!isSent) return null
    return isPinned ? 0 : tokens
  }
}

/** To the exchange before `end`. Its cost is null where it must be looked at more closely. */
function stepBack(
  cursor: ExchangeCursor,
  rows: readonly StoredMessage[],
  floor: number,
  end: number,
  perMessage: number,
): void {
  let tokens = 0
  let plain = true
  for (let place = end - 1; place >= floor; place -= 1) {
    const row = rows[place]
    if (row === undefined) break
    tokens += row.tokens + perMessage
    if (!isPlain(row)) plain = false
    if (row.role === 'user') {
      cursor.start = place
      cursor.cost = plain ? tokens : null
      return
    }
  }
  cursor.start = floor
  cursor.cost = null
}
