import type { Omitted } from '../memory/stored-summary.ts'
import type { SummaryPayload } from '../schemas/job.ts'
import type { SummaryList, SummaryView } from '../schemas/summary.ts'
import type { TokenCounts } from './token-counter.ts'

/** A version that a model wrote. */
export type NewSummary = {
  id: string
  /** The newest version that its writer knew; null: there was none. */
  after: number | null
  fromSeq: number
  toSeq: number
  /** The version that it goes on from, which tells what is up to there; null: none. */
  base: { id: string; toSeq: number } | null
  /** The seqs of what it tells beside that one. */
  told: readonly number[]
  messageCount: number
  text: string
  /** Of the text as it is quoted. */
  tokens: TokenCounts
  model: string
  asked: boolean
  omitted: readonly Omitted[]
  now: Date
}

/** The versions of the summaries of sessions, none ever changed. Unknown sessions throw `session_not_found`. */
export type Summaries = {
  /** The newest `limit` of those that are not cleared, and what is to come. */
  list(owner: string, sessionId: string, options: { limit: number }): Promise<SummaryList>
  /** Texts and counts by id; those that are gone are absent. */
  texts(
    owner: string,
    summaryIds: readonly string[],
  ): Promise<Map<string, { text: string; messageCount: number }>>
  /**
   * Stores a model's version. null, and nothing written, where it no longer holds: another version came, its path was
   * left, a message of its range was cleared, forgotten, brought back or marked otherwise.
   */
  add(owner: string, sessionId: string, summary: NewSummary): Promise<SummaryView | null>
  /**
   * In the user's words, of the same range; where marks contradict that version, the new one says what they say by now.
   * Throws `summary_not_found`, `summary_changed` where `version` is not the newest.
   */
  edit(
    owner: string,
    sessionId: string,
    edit: { id: string; version: number; text: string; tokens: TokenCounts; now: Date },
  ): Promise<SummaryView>
  /**
   * Another version of the text and range of an earlier one: in force at once, but where it undoes the newest one, as
   * that was. Throws `summary_not_found`.
   */
  restore(
    owner: string,
    sessionId: string,
    restored: { id: string; summaryId: string; now: Date },
  ): Promise<SummaryView>
  /** Asks for the job. One that waits or failed is done at once and for this; one that runs is done once more. */
  ask(owner: string, payload: SummaryPayload, now: Date): Promise<void>
  /**
   * Has the newest version that can be used stand for its messages from the next turn on. False, and nothing changed,
   * where it does so already, or there is none. Throws `session_not_found`.
   */
  putInForce(owner: string, sessionId: string): Promise<boolean>
}
