import type { JobList } from '../schemas/job.ts'

/** A job as it was leased: what is written of it afterwards is written only while that lease holds. */
export type Job = {
  id: string
  owner: string
  kind: string
  payload: unknown
  /** How often it was begun, this time counted. */
  attempts: number
  runAt: Date
  /** The process that leased it. */
  leasedBy: string
}

/**
 * How far ahead of now a job's times can lie, in milliseconds. One that lies further was written by a clock that has
 * gone back since, and holds nothing up.
 */
export type Waits = {
  leaseMs: number
  /** Before the first try, by kind; a kind that is not named is asked for at once. */
  first: Readonly<Record<string, number>>
  /** After one try, after two, and so on; the last one holds for all that follow. */
  retry: readonly number[]
}

/** Leased rows: any process may take one, a crash gives it back when the lease is over. */
export type Jobs = {
  /** At most `limit` due jobs of these kinds, the longest waiting first, leased to the process. */
  lease(asked: {
    processId: string
    kinds: readonly string[]
    now: Date
    limit: number
    waits: Waits
  }): Promise<Job[]>
  /** Each of these says false, and does nothing, once the lease was lost. */
  renew(job: Job, leaseUntil: Date): Promise<boolean>
  /** Gone; or due again, where the same was asked for while it ran. */
  done(job: Job): Promise<boolean>
  /** Kept for another try at `runAt`. */
  retry(job: Job, failure: { error: string; runAt: Date }): Promise<boolean>
  /** Kept, and tried no more until someone asks. */
  giveUp(job: Job, failure: { error: string; now: Date }): Promise<boolean>
  /** For any process from `runAt` on, with so many tries counted. */
  giveBack(job: Job, as: { runAt: Date; attempts: number }): Promise<boolean>
  /** When the next job of these kinds is due; null: none waits. */
  nextDue(kinds: readonly string[]): Promise<Date | null>
}

/** What waits and what failed, for its owner. Unknown ids throw `job_not_found`. */
export type JobBoard = {
  /** The failed ones first, newest first; then the others as they are due. At most `limit` of each. */
  list(owner: string, options: { now: Date; limit: number }): Promise<JobList>
  /**
   * Due at once, with all its tries before it where it was given up. Throws `job_not_failed` for one that was not tried
   * yet.
   */
  tryNow(owner: string, jobId: string, now: Date): Promise<void>
  /** The same for all that were given up; says how many. */
  tryAllNow(owner: string, now: Date): Promise<number>
  /** Forgets one that was given up. Throws `job_not_failed` for any other. */
  dismiss(owner: string, jobId: string): Promise<void>
}
