import type { Clock } from '../ports/clock.ts'
import type { Job, Jobs } from '../ports/jobs.ts'
import type { Logger } from '../ports/logger.ts'

type JobHandler = (job: Job) => Promise<void>

/** Carries out what may come after an answer. Any process may; a job that fails is tried again later. */
export type JobRunner = {
  /** Does what is due now; says how many were done. */
  runDue(): Promise<number>
  /** Looks for due jobs from now on, and precisely when the next known one is due. */
  start(): void
  stop(): Promise<void>
}

const BATCH = 10
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 3_600_000

/** Doubles from a second to an hour; `attempts` counts the one that failed. */
const retryDelayMs = (attempts: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20))

export function createJobRunner(deps: {
  jobs: Jobs
  handlers: Readonly<Record<string, JobHandler>>
  clock: Clock
  log: Logger
  processId: string
  leaseMs: number
  pollMs: number
}): JobRunner {
  const { jobs, clock } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> = Promise.resolve()
  let started = false

  async function carryOut(job: Job): Promise<boolean> {
    try {
      const handler = deps.handlers[job.kind]
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`)
      await handler(job)
      await jobs.done(job.id)
      return true
    } catch (error) {
      deps.log.warn('A job failed and will be tried again.', { kind: job.kind, jobId: job.id, error })
      const text = error instanceof Error ? error.message : String(error)
      await jobs.retry(job.id, { error: text, runAt: after(retryDelayMs(job.attempts)) })
      return false
    }
  }

  async function runDue(): Promise<number> {
    let done = 0
    for (;;) {
      const leased = await jobs.lease({
        processId: deps.processId,
        now: clock.now(),
        leaseUntil: after(deps.leaseMs),
        limit: BATCH,
      })
      for (const job of leased) if (await carryOut(job)) done++
      if (leased.length < BATCH) return done
    }
  }

  async function tick() {
    let wait = deps.pollMs
    try {
      await runDue()
      const next = await jobs.nextDue()
      if (next) wait = Math.min(wait, Math.max(0, next.getTime() - clock.now().getTime()))
    } catch (error) {
      deps.log.warn('Jobs could not be looked for.', { error })
    }
    if (started) schedule(wait)
  }

  function schedule(ms: number) {
    timer = setTimeout(() => {
      running = tick()
    }, ms)
    timer.unref()
  }

  return {
    runDue,
    start() {
      started = true
      schedule(0)
    },
    async stop() {
      started = false
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
