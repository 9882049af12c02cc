import { EMBED_JOB, INDEX_JOB } from '../schemas/job.ts'
import type { Writer } from './client.ts'
import { enqueueJob } from './enqueue-job.ts'

/**
 * Asks for the texts of an owner's exchanges that wait. `missing`: of all that could be remembered, at once, and no less
 * is done where less was asked for before.
 */
export const enqueueIndex = (tx: Writer, owner: string, now: Date, { missing = false } = {}): Promise<void> =>
  enqueueJob(tx, {
    ...{ owner, kind: INDEX_JOB, key: `index:${owner}`, payload: { missing }, now },
    urgent: missing,
  })

/** Asks for vectors. It is another job, so that texts do not wait with what waits for an embedding model. */
export const enqueueEmbed = (tx: Writer, owner: string, now: Date): Promise<void> =>
  enqueueJob(tx, { owner, kind: EMBED_JOB, key: `embed:${owner}`, payload: {}, now })
