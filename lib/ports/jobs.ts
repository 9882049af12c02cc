export type Job = { id: string; owner: string; kind: string; payload: unknown; attempts: number }

/** Leased rows: any process may take one, a crash gives it back when the lease is over. */
export type Jobs = {
  /** At most `limit` due jobs, leased to the caller until `leaseUntil`. */
  lease(options: { processId: string; now: Date; leaseUntil: Date; limit: number }): Promise<Job[]>
  done(jobId: string): Promise<void>
  /** Kept for another try at `runAt`. */
  retry(jobId: string, options: { error: string; runAt: Date }): Promise<void>
  /** When the next job is due; null: none waits. */
  nextDue(): Promise<Date | null>
}
