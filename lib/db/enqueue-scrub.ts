import type { Writer } from './client.ts'
import { enqueueJob } from './enqueue-job.ts'
import { PURGE_JOB } from './purge-payload.ts'

/**
 * Asks for what deleted rows leave in the database's files to go. There is one such job, so that many deletions are
 * scrubbed once. `urgent`: at once, also where one waits for later.
 */
export function enqueueScrub(
  tx: Writer,
  asked: { owner: string; now: Date; runAt?: Date; urgent?: boolean },
): Promise<void> {
  return enqueueJob(tx, { ...asked, kind: PURGE_JOB, key: 'scrub', payload: { kind: 'scrub' } })
}
