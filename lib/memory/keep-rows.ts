import { type Kept, keepNewest, type Room } from './keep-newest.ts'
import { limitOf, neededTokens } from './limit.ts'
import { heldTrim, lowMark } from './marks.ts'
import { MemoryError } from './memory-error.ts'
import { type Pinned, pinnedRows } from './pinned-rows.ts'
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
  /** What is sent wherever it stands, and has its room before the others. */
  pinned: Pinned
}

/**
 * What of the rows is sent: divider, what cannot be sent, window and budget, by two marks. `tokens` are those of the
 * kept rows before the newest one, with the overhead of each. Looks at no row older than those that decide.
 */
export function keepRows(frame: PlanFrame, rows: readonly StoredMessage[]): KeptRows {
  const filled = fillRoom(frame, rows)
  const kept =
    filled.stop === null ? filled : { ...filled, ...walk(frame, rows, lowMark(filled.room, filled.stop)) }
  const held = heldTrim(frame)
  const reachesTrim = held !== null && (rows[0]?.seq ?? Infinity) <= held.beforeSeq
  return kept.stop === null && reachesTrim ? { ...kept, stop: held.reason } : kept
}

/** The same up to the high mark, and from the rows alone: what older ones were trimmed for is not asked. */
export function fillRoom(frame: PlanFrame, rows: readonly StoredMessage[]): KeptRows {
  const { settings, limits } = frame
  requireLimit('maxExchanges', settings.maxExchanges)
  requireLimit('maxTokens', settings.maxTokens)
  const newest = rows.at(-1)
  if (newest?.role !== 'user') throw new MemoryError('invalid_rows', 'The last row must be a user message.')
  const pinned = pinnedRows(frame)
  const needed = neededTokens(newest.tokens, limits, frame.instructions, frame.continuation)
  const room = {
    exchanges: settings.maxExchanges ?? Infinity,
    tokens: limitOf(settings, limits).total - needed - pinned.tokens,
  }
  return { ...walk(frame, rows, room), newest, pinned }
}

function walk(frame: PlanFrame, rows: readonly StoredMessage[], room: Room) {
  const end = rows.length - 1
  const held = heldTrim(frame)
  let from = Math.min(end, placeOf(rows, held?.beforeSeq ?? frame.dividerSeq))
  // What began the kept part may be gone: it begins with a whole exchange all the same.
  if (held) while (from < end && rows[from]?.role !== 'user') from += 1
  const cursor = rowCursor(rows, from, frame.limits.perMessage)
  return { ...keepNewest(cursor, from, end, room), room, reasons: cursor.reasons }
}

/** The place of the first row from this seq on, such as a divider's, found in a few steps. */
function placeOf(rows: readonly StoredMessage[], seq: number | null): number {
  if (seq === null) return 0
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}
