/** What decides when a session ends of itself. */
export type Lifespan = { brief: boolean; pinned: boolean; lastActiveAt: Date }

/** Who was last active at these times or before has ended. `kept`: of those that are not brief; null: they never end. */
export type Cutoffs = { brief: Date; kept: Date | null }

/**
 * The ends of sessions, of all owners. One that is pinned or whose answer runs has none. Ended ones are invisible, and
 * their rows live until they are purged.
 */
export type SessionLifeStore = {
  /** Ends what is due; a read alone where nothing is. */
  end(cutoffs: Cutoffs, now: Date): Promise<void>
  /** The last activity of the brief, or else of the other, session that is the next to end; null: there is none. */
  nextToEnd(kind: { brief: boolean }): Promise<Date | null>
  /**
   * Deletes at most `limit` ended sessions and says how many: the temporary ones, and when there are none the others,
   * those that ended first before the others, as long as more than `threshold` sessions exist, ended ones included. What
   * is left of them in the database's files goes by `scrubAt`.
   */
  purge(options: { limit: number; threshold: number; now: Date; scrubAt: Date }): Promise<number>
  /** Asks for the job `end-sessions`, by `at`. There is one for all. */
  ask(at: Date, now: Date): Promise<void>
  /** The job's own, while it runs: once more then. */
  askAgain(at: Date): Promise<void>
}
