import type { ContextMap } from './context-map.ts'
import type { Continuation, Instructions } from './limit.ts'
import type { Summaries } from './stored-summary.ts'
import type { MemorySettings, ModelLimits, StoredMessage } from './types.ts'

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
  /**
   * All messages of the pinned exchanges between the divider and the new message, oldest first, whether `rows` holds
   * them or not.
   */
  pinned: readonly StoredMessage[]
  /**
   * The newest decision on the path before the new message, whose trim stays as long as it can; null: there is none.
   */
  previous: PreviousPlan | null
  /** Of a message of this session; only what is read first is guessed by it. */
  meanTokens?: number | null
  /** null: no summary is used. */
  summaries: Summaries | null
}

/** What of a decision bears on the next one. */
export type PreviousPlan = Pick<ContextMap, 'settings' | 'limit' | 'encoding' | 'trimmed' | 'summary'>
