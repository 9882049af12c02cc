import type { Job, Waits } from '../../ports/jobs.ts'
import type { Repositories } from '../repositories.ts'

/** Leases of ten seconds; an undo of half a minute; after a failure a second, then two. */
const WAITS: Waits = { leaseMs: 10_000, first: { purge: 30_000 }, retry: [1_000, 2_000] }

type Asked = { now: Date; processId?: string; kinds?: string[]; limit?: number }

/** What a process is given of the purges that are due, or of other kinds. */
export const leaseDue = (
  { jobs }: Pick<Repositories, 'jobs'>,
  { now, processId = 'p', kinds = ['purge'], limit = 100 }: Asked,
): Promise<Job[]> => jobs.lease({ processId, kinds, now, limit, waits: WAITS })
