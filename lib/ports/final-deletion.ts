import type { ForgetCounts } from '../schemas/forget.ts'
import type { SessionItem } from '../schemas/session.ts'

/** One session, or all of a source, also those that were deleted, and could be brought back, or have ended. */
export type FinalScope = { sessionId: string } | { source: SessionItem['source'] }

/** `titleOf`: the title that a first message gives. */
export type FinalQuotes = { titleOf: (message: string) => string }

/** Deletion that nobody takes back, in two steps: between them the answers are stopped. */
export type FinalDeletion = {
  /**
   * Hides at once. From then on no process stores anything of an answer there; `answering` are the sessions in which
   * one was being written. `quotes`: the answers elsewhere that quoted it go as well. Who dies before `finish` is over leaves the rest to a job, at `takeOverAt`. Throws
   * `session_not_found`.
   */
  begin(
    owner: string,
    scope: FinalScope,
    deletion: { purgeId: string; now: Date; takeOverAt: Date; quotes?: FinalQuotes },
  ): Promise<{ counts: ForgetCounts; answering: string[] }>
  /** Deletes the rows. What is left of them in the database's files goes by a job that is due at once. */
  finish(owner: string, purgeId: string, now: Date): Promise<void>
}
