import type { ContextMap } from './context-map.ts'
import type { Beside } from './limit.ts'
import type { Summaries } from './stored-summary.ts'
import type { MemorySettings, ModelLimits, StoredMessage } from './types.ts'

/** What a plan rests on, the messages aside. */
export type PlanFrame = Beside & {
  settings: MemorySettings
  limits: ModelLimits
  /** Of the oldest message of the active path, however far back; null: there is none but the new one. */
  firstSeq: number | null
  /** Of the newest divider of the active path; null: there is none. */
  dividerSeq: number | null
  /**
   * What stands behind the newest message in its exchange, oldest first: calls of tools and their results, from which
   * the answer goes on. They are sent with it. Left out: nothing does.
   */
  soFar?: readonly StoredMessage[]
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
  /**
   * What is kept free for passages that are found when it is known what else is sent: `maxTokens` as the settings have
   * it, of which a small limit gives less. Left out, or null: nothing.
   */
  recall?: { maxTokens: number } | null
}

/** What of a decision bears on the next one. */
export type PreviousPlan = Pick<
  ContextMap,
  'settings' | 'limit' | 'encoding' | 'trimmed' | 'summary' | 'recall'
>
