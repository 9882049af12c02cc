import type { ContextMap } from './context-map.ts'
import type { Room } from './keep-newest.ts'
import { limitOf } from './limit.ts'
import type { PlanFrame } from './plan-frame.ts'
import { reservesAsBefore } from './recall-reserve.ts'
import type { Start } from './summary-chain.ts'

/**
 * Of the room, what is left filled when it was overfull. Until the rest is full again the kept part begins where it
 * did, so that the head of the prompt stays the same and a provider's cache of it keeps hitting.
 */
const LOW_SHARE = 0.7

/** The low mark. Only what ran out is freed: a window is not shortened because tokens were missing. */
export function lowMark(room: Room, ranOut: 'window' | 'budget'): Room {
  return ranOut === 'window'
    ? { exchanges: Math.ceil(LOW_SHARE * room.exchanges), tokens: room.tokens }
    : { exchanges: room.exchanges, tokens: Math.floor(LOW_SHARE * room.tokens) }
}

/**
 * What was trimmed by the decision before, where it still holds: under other settings or limits all is looked at anew,
 * and nothing above a divider is sent in any case.
 */
export function heldTrim(frame: PlanFrame): ContextMap['trimmed'] {
  const trimmed = frame.previous?.trimmed ?? null
  if (trimmed === null || trimmed.beforeSeq <= (frame.dividerSeq ?? -1)) return null
  return holds(frame) ? trimmed : null
}

/**
 * Which of the starts the decision before began behind, where it still holds and that is still one of them; else the
 * first.
 */
export function heldStart(frame: PlanFrame, starts: readonly Start[]): number {
  const before = frame.previous?.summary?.toSeq
  let place = holds(frame) ? starts.length - 1 : 0
  while (place > 0 && starts[place]?.summary?.toSeq !== before) place -= 1
  return place
}

function holds(frame: PlanFrame): boolean {
  const { previous, settings, limits } = frame
  return (
    previous !== null &&
    previous.settings.maxExchanges === settings.maxExchanges &&
    previous.settings.useSummary === settings.useSummary &&
    previous.limit.total === limitOf(settings, limits).total &&
    previous.encoding === limits.encoding &&
    reservesAsBefore(frame, previous)
  )
}
