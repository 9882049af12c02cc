import type { JobKind } from '../chat/carry-out-job.ts'
import { type NameSession, TITLE_TRIES } from '../chat/name-session.ts'
import { PURGE_JOB } from '../db/purge-payload.ts'
import type { Env } from '../env.ts'
import type { Purge } from '../ports/purge.ts'
import { TITLE_JOB } from '../schemas/job.ts'

/** Everything that is done after an answer or behind the reader's back. */
export const jobKinds = (
  { purge, naming }: { purge: Purge; naming: NameSession },
  env: Pick<Env, 'UNDO_MS'>,
): Record<string, JobKind> => ({
  [PURGE_JOB]: {
    run: (job) => purge.run(job.id, job.payload),
    tries: Number.POSITIVE_INFINITY,
    firstWaitMs: env.UNDO_MS,
  },
  [TITLE_JOB]: { run: naming.run, tries: TITLE_TRIES, firstWaitMs: 0 },
})
