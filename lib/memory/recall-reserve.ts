import { limitOf } from './limit.ts'
import type { PlanFrame, PreviousPlan } from './plan-frame.ts'

/** Of what may be sent. With more, a small limit would hold passages and little of the conversation itself. */
const LARGEST_SHARE = 1 / 4

type RecallFrame = Pick<PlanFrame, 'settings' | 'limits' | 'recall'>

/**
 * What is kept free for recall before the history, in tokens: what the settings have for it, at most a quarter of the
 * limit, and never more than `left`, which is what the newest message and all else that must be sent leave of the limit.
 * So no message is too long because of it.
 */
export const recallReserve = (frame: RecallFrame, left: number): number =>
  Math.max(0, Math.min(mostReserved(frame), left))

/** Whether the decision before kept as much free for recall, whatever its newest message left of that. */
export const reservesAsBefore = (frame: RecallFrame, { settings, recall }: PreviousPlan): boolean =>
  mostReserved(frame) ===
  mostReserved({
    settings: frame.settings,
    limits: frame.limits,
    recall: recall && (settings.recall ?? null),
  })

function mostReserved({ settings, limits, recall = null }: RecallFrame): number {
  if (recall === null) return 0
  return Math.min(recall.maxTokens, Math.floor(LARGEST_SHARE * limitOf(settings, limits).total))
}
