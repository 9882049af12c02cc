import type { Instructions } from './limit.ts'
import type { MemorySettings, ModelLimits } from './types.ts'

/** What a plan rests on, the messages aside. */
export type PlanFrame = {
  settings: MemorySettings
  limits: ModelLimits
  /** null: none are sent. */
  instructions: Instructions | null
  /** Of the oldest message of the active path, however far back; null: there is none but the new one. */
  firstSeq: number | null
  /** Of the newest divider of the active path; null: there is none. */
  dividerSeq: number | null
}
