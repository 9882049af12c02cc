import { keepNewest } from './keep-newest.ts'
import { limitOf } from './limit.ts'
import { lowMark } from './marks.ts'
import { pinnedTokens } from './pinned-rows.ts'
import type { PlanFrame } from './plan-frame.ts'
import { recallReserve } from './recall-reserve.ts'
import { rowCursor } from './row-cursor.ts'
import type { StoredMessage } from './types.ts'

export type FoldFrame = Pick<PlanFrame, 'settings' | 'limits' | 'instructions' | 'pinned' | 'recall'> & {
  /** Of the summary as it is sent, with the words around it; 0: there is none yet. */
  summaryTokens: number
}

/**
 * Of the room of the history, what may stay unsummarised. It is below what is kept when the room runs out, so that the
 * summary reaches what is left out then.
 */
const RAW_SHARE = 0.55

/**
 * The last message that a summary should tell by now; null: all may stay as they are, as until they are more than the
 * low mark would keep. `rows`: the newest of a path, oldest first, back to some place above what is told. The newest
 * exchange stays unless it is over the room alone, and in any case while it waits for its answer. Where there is no
 * room even without a summary, none would make any.
 */
export function foldEnd(frame: FoldFrame, rows: readonly StoredMessage[]): number | null {
  const { settings, limits, instructions } = frame
  const { perRequest, perMessage } = limits
  const fixed = perRequest + (instructions === null ? 0 : instructions.tokens + perMessage)
  const left = limitOf(settings, limits).total - fixed - pinnedTokens(frame)
  if (left <= 0) return null
  const room = left - recallReserve(frame, left) - frame.summaryTokens
  const highMark = { exchanges: settings.maxExchanges ?? Infinity, tokens: room }
  const cursor = rowCursor(rows, 0, perMessage)
  // What is told already reaches far enough: one more version for every exchange would be a call for each.
  const low = lowMark(lowMark(highMark, 'window'), 'budget')
  if (keepNewest(cursor, 0, rows.length, low).stop === null) return null
  const kept = keepNewest(cursor, 0, rows.length, {
    exchanges: Math.max(1, Math.floor(RAW_SHARE * highMark.exchanges)),
    tokens: RAW_SHARE * room,
  })
  // Told without what is still to come, the exchange would be missing before that.
  const isUnanswered = kept.start === rows.length && waits(rows.at(-1))
  // With nothing kept, the exchange that was stepped to last is the newest of which something is sent.
  const keepsNewest = kept.exchanges === 0 && (isUnanswered || (cursor.cost ?? 0) <= room)
  return rows[(keepsNewest ? cursor.start : kept.start) - 1]?.seq ?? null
}

/** Whether an answer is to follow a message: it is being written, or first come the results of what it calls. */
const waits = (last: StoredMessage | undefined): boolean =>
  last?.role === 'user' || last?.role === 'tool' || last?.toolCalls !== undefined
