import type { Continuation, Instructions } from './limit.ts'
import type { MemorySettings, ModelLimits } from './types.ts'

/** What a plan rests on, the messages aside. */
export type PlanFrame = {
  settings: MemorySettings
  limits: ModelLimits
  /** null: none are sent. */
  instructions: Instructions | null
  /** Of an answer that was cut off and is to be continued; the newest message is the one that it answers. */
  continuation?: Continuation | null
  /** Of the oldest message of the active path, however far back; null: there is none but the new one. */
  firstSeq: number | null
  /** Of the newest divider of the active path; null: there is none. */
  dividerSeq: number | null
}
