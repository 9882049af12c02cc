import type { Clock } from '../ports/clock.ts'
import type { Job, Jobs } from '../ports/jobs.ts'
import type { Logger } from '../ports/logger.ts'
import { jobErrorOf, loggedJobError } from './job-error.ts'
import { retryWaitMs } from './job-waits.ts'
import { pause } from './pause.ts'

export type JobKind = {
  /**
   * Throws when it failed. It may be begun again after it was done in part or in full. The signal says that its end
   * will not be waited for.
   */
  run(job: Job, signal: AbortSignal): Promise<void>
  /** After so many failed tries it is given up; Infinity: never. */
  tries: number
  /** How far ahead it may be asked for, in milliseconds. */
  firstWaitMs: number
}

/** Why a job was ended from outside: another process has its lease, or this one ends. */
export class JobAbort extends Error {
  override readonly name = 'JobAbort'
  readonly kind: 'lost' | 'stopping'

  constructor(kind: JobAbort['kind']) {
    super(`The job was ended: ${kind}.`)
    this.kind = kind
  }
}

/**
 * Thrown by a job that has to give way for now: it is begun again after so many milliseconds, and the try not counted.
 */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed'
  readonly afterMs: number

  constructor(afterMs: number) {
    super('The job gives way.')
    this.afterMs = afterMs
  }
}

type Deps = { jobs: Jobs; clock: Clock; log: Logger; leaseMs: number }
type Leased = { job: Job; kind: JobKind; controller: AbortController }

/** One try of a leased job, and what its end means for the row. True when it is done. Never throws. */
export async function carryOutJob(deps: Deps, leased: Leased): Promise<boolean> {
  const { job } = leased
  const ended = new AbortController()
  void keepLease(deps, leased, ended.signal)
  try {
    return await runAndStore(deps, leased)
  } catch (error) {
    // The row is as it was leased: it comes back when that is over.
    deps.log.warn('How a job ended could not be stored.', { kind: job.kind, jobId: job.id, error })
    return false
  } finally {
    ended.abort()
  }
}

async function runAndStore(deps: Deps, leased: Leased): Promise<boolean> {
  const { job, kind, controller } = leased
  try {
    await untilAborted(kind.run(job, controller.signal), controller.signal)
  } catch (error) {
    await storeFailure(deps, leased, error)
    return false
  }
  return deps.jobs.done(job)
}

async function storeFailure(deps: Deps, { job, kind, controller }: Leased, error: unknown): Promise<void> {
  const { jobs, log } = deps
  const now = deps.clock.now()
  const about = { kind: job.kind, jobId: job.id, attempts: job.attempts }
  const { reason } = controller.signal
  // Of a kind that is never given up the count only says that it was begun, which an undo has to know.
  const uncounted = Number.isFinite(kind.tries) ? job.attempts - 1 : job.attempts
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (reason instanceof JobAbort) {
    log.info(reason.message, about)
    if (reason.kind === 'stopping') await jobs.giveBack(job, { runAt: now, attempts: uncounted })
  } else if (error instanceof JobPostponed) {
    await jobs.giveBack(job, { runAt: after(error.afterMs), attempts: uncounted })
  } else if (job.attempts >= kind.tries) {
    log.error('A job failed and was given up.', { ...about, error: loggedJobError(error) })
    await jobs.giveUp(job, { error: jobErrorOf(error), now })
  } else {
    log.warn('A job failed and will be tried again.', { ...about, error: loggedJobError(error) })
    await jobs.retry(job, { error: jobErrorOf(error), runAt: after(retryWaitMs(job.attempts, error)) })
  }
}

/** Ends with the signal too: a job that does not listen to it must not hold up the end of the process. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])
}

/** Renews while the job runs. A process that slept may find that another one has it by now. */
async function keepLease(deps: Deps, { job, controller }: Leased, ended: AbortSignal): Promise<void> {
  for (;;) {
    await pause(deps.leaseMs / 3, ended)
    if (ended.aborted || controller.signal.aborted) return
    try {
      const until = new Date(deps.clock.now().getTime() + deps.leaseMs)
      if (await deps.jobs.renew(job, until)) continue
      if (!ended.aborted) controller.abort(new JobAbort('lost'))
      return
    } catch (error) {
      deps.log.warn('The lease of a job could not be renewed.', { kind: job.kind, jobId: job.id, error })
    }
  }
}
