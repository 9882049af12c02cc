import { type Kept, keepNewest, type Room } from './keep-newest.ts'
import { limitOf, neededTokens } from './limit.ts'
import { MemoryError } from './memory-error.ts'
import type { PlanFrame } from './plan-frame.ts'
import { requireLimit } from './require-count.ts'
import { type RowCursor, rowCursor } from './row-cursor.ts'
import type { StoredMessage } from './types.ts'

export type KeptRows = Kept & {
  newest: StoredMessage
  /** What there was for the rows before the newest one. */
  room: Room
  /** Why messages of the kept part are not sent; null: all are. */
  reasons: RowCursor['reasons']
}

/**
 * What of the rows is sent: divider, what cannot be sent, window and budget. `tokens` are those of the kept
 * rows before the newest one, with the overhead of each. Looks at no row older than those that decide.
 */
export function keepRows(frame: PlanFrame, rows: readonly StoredMessage[]): KeptRows {
  const { settings, limits } = frame
  requireLimit('maxExchanges', settings.maxExchanges)
  requireLimit('maxTokens', settings.maxTokens)
  const newest = rows.at(-1)
  if (newest?.role !== 'user') throw new MemoryError('invalid_rows', 'The last row must be a user message.')

  const end = rows.length - 1
  const floor = Math.min(end, placeBelow(rows, frame.dividerSeq))
  const cursor = rowCursor(rows, floor, limits.perMessage)
  const room = {
    exchanges: settings.maxExchanges ?? Infinity,
    tokens:
      limitOf(settings, limits).total -
      neededTokens(newest.tokens, limits, frame.instructions, frame.continuation),
  }
  const kept = keepNewest(cursor, floor, end, room)
  return { ...kept, newest, room, reasons: cursor.reasons }
}

/** The place of the first row below the divider, found in a few steps. */
function placeBelow(rows: readonly StoredMessage[], dividerSeq: number | null): number {
  if (dividerSeq === null) return 0
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.seq ?? 0) < dividerSeq) low = middle + 1
    else high = middle
  }
  return low
}
