import type { Room } from './keep-newest.ts'
import { limitOf, modelRoom, neededTokens } from './limit.ts'
import { MemoryError } from './memory-error.ts'
import { pinnedTokens } from './pinned-rows.ts'
import type { PlanFrame } from './plan-frame.ts'
import { recallReserve } from './recall-reserve.ts'
import { requireLimit } from './require-count.ts'
import { soFarTokens } from './so-far.ts'
import type { StoredMessage } from './types.ts'

/** What there is for the history before the newest message, when all that must be sent has its own. */
export type HistoryRoom = {
  newest: StoredMessage
  /** Of what is sent wherever it stands, and has its room before the others. */
  pinnedTokens: number
  /** Of what is kept free for recall. */
  reserve: number
  /** By the settings and the model: the high mark. */
  room: Room
  /** By the model alone. */
  modelRoom: Room
}

/** Throws `invalid_option` for settings that are none, `invalid_rows` where the last row is no user message. */
export function historyRoom(frame: PlanFrame, rows: readonly StoredMessage[]): HistoryRoom {
  const { settings, limits } = frame
  requireLimit('maxExchanges', settings.maxExchanges)
  requireLimit('maxTokens', settings.maxTokens)
  requireLimit('recall.maxTokens', frame.recall?.maxTokens ?? null)
  const newest = rows.at(-1)
  if (newest?.role !== 'user') throw new MemoryError('invalid_rows', 'The last row must be a user message.')
  const pinned = pinnedTokens(frame)
  const sent = neededTokens(newest.tokens, limits, frame) + soFarTokens(frame, newest) + pinned
  const left = limitOf(settings, limits).total - sent
  const reserve = recallReserve(frame, left)
  return {
    newest,
    pinnedTokens: pinned,
    reserve,
    room: { exchanges: settings.maxExchanges ?? Infinity, tokens: left - reserve },
    modelRoom: { exchanges: Infinity, tokens: modelRoom(limits) - sent - reserve },
  }
}
