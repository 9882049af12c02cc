import type { Room } from './keep-newest.ts'
import { limitOf, modelRoom, neededTokens } from './limit.ts'
import { MemoryError } from './memory-error.ts'
import { pinnedTokens } from './pinned-rows.ts'
import type { PlanFrame } from './plan-frame.ts'
import { requireLimit } from './require-count.ts'
import { soFarTokens } from './so-far.ts'
import type { StoredMessage } from './types.ts'

/** What there is for the history before the newest message, when all that must be sent has its own. */
export type HistoryRoom = {
  newest: StoredMessage
  /** Of what is sent wherever it stands, and has its room before the others. */
  pinnedTokens: number
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
  const newest = rows.at(-1)
  if (newest?.role !== 'user') throw new MemoryError('invalid_rows', 'The last row must be a user message.')
  const pinned = pinnedTokens(frame)
  const sent = neededTokens(newest.tokens, limits, frame) + soFarTokens(frame, newest) + pinned
  return {
    newest,
    pinnedTokens: pinned,
    room: {
      exchanges: settings.maxExchanges ?? Infinity,
      tokens: limitOf(settings, limits).total - sent,
    },
    modelRoom: { exchanges: Infinity, tokens: modelRoom(limits) - sent },
  }
}
