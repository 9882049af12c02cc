import type { ContextMap } from './context-map.ts'
import type { Room } from './keep-newest.ts'
import { limitOf } from './limit.ts'
import type { PlanFrame } from './plan-frame.ts'

/**
 * Of the room, what is left filled when it was overfull. Until the rest is full again the kept part begins where it
 * did, so that the head of the prompt stays the same and a provider's cache of it keeps hitting.
 */
const LOW_SHARE = 0.7

/** The low mark. Only what ran out is freed: a window is not shortened because tokens were missing. */
export function lowMark(room: Room, ranOut: 'window' | 'budget'): Room {
  return ranOut === 'window'
    ? { ...room, exchanges: Math.ceil(LOW_SHARE * room.exchanges) }
    : { ...room, tokens: Math.floor(LOW_SHARE * room.tokens) }
}

/**
 * What was trimmed by the decision before, where it still holds: under other settings or limits all is looked at anew,
 * and nothing above a divider is sent in any case.
 */
export function heldTrim({ previous, settings, limits, dividerSeq }: PlanFrame): ContextMap['trimmed'] {
  if (!previous?.trimmed || previous.trimmed.beforeSeq <= (dividerSeq ?? -1)) return null
  const same =
    previous.settings.maxExchanges === settings.maxExchanges &&
    previous.limit.total === limitOf(settings, limits).total &&
    previous.encoding === limits.encoding
  return same ? previous.trimmed : null
}
