import type { Job } from '../ports/jobs.ts'
import { type JobKind, JobPostponed } from './carry-out-job.ts'

/** For so many times as long as it took: others have nine tenths of the time at least. */
const TIMES = 9

/** Less than the longest wait after a failure, beyond which a job's time counts as one of a clock that was put back. */
const LONGEST_MS = 500_000

type Deps = {
  /** Whether it may wait. One that may not is done at once, and what is behind it rests all the same. */
  canWait(job: Job): boolean
  /** In milliseconds. */
  monotonic(): number
}

/**
 * Work that keeps others waiting, with a rest behind each time. What is asked for meanwhile is put off to the end of the
 * rest, so that those who ask again and again do not have it done without a pause.
 */
export function restBetween(run: JobKind['run'], { canWait, monotonic }: Deps): JobKind['run'] {
  let restedAt = Number.NEGATIVE_INFINITY
  return async (job, signal) => {
    const begunAt = monotonic()
    if (begunAt < restedAt && canWait(job)) throw new JobPostponed(Math.ceil(restedAt - begunAt))
    try {
      await run(job, signal)
    } finally {
      const now = monotonic()
      restedAt = now + Math.min(LONGEST_MS, TIMES * (now - begunAt))
    }
  }
}
