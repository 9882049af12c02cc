import type { Clock } from '../ports/clock.ts'
import type { Job, Jobs, Waits } from '../ports/jobs.ts'
import type { Logger } from '../ports/logger.ts'
import { carryOutJob, JobAbort, type JobKind } from './carry-out-job.ts'
import { LONGEST_WAITS } from './job-waits.ts'
import { pause } from './pause.ts'

/** Carries out what may come after an answer. Any process may; a job that fails is tried again later. */
export type JobRunner = {
  /** Looks for due jobs from now on, and precisely when the next known one is due. */
  start(): void
  /** To be called when a job was asked for: it begins at once and not at the next look. */
  wake(): void
  /** Does what is due, begins nothing more after `withinMs` and waits no longer. Says how many were done meanwhile. */
  runDue(withinMs: number): Promise<number>
  /** One last look; what still runs after `graceMs` is given back. With no grace nothing more is begun. */
  stop(graceMs: number): Promise<void>
}

/** A slow one holds up no other, and a model's server is not asked for many titles at once. */
const SIDE_BY_SIDE = 4

type Running = { job: Job; abort(why: JobAbort['kind']): void; ended: Promise<void> }

export function createJobRunner(deps: {
  jobs: Jobs
  /** Jobs of other kinds are left for a version that knows them. */
  kinds: Readonly<Record<string, JobKind>>
  clock: Clock
  log: Logger
  processId: string
  leaseMs: number
  pollMs: number
}): JobRunner {
  const { jobs, kinds, clock, log, leaseMs } = deps
  const names = Object.keys(kinds)
  const waits: Waits = {
    leaseMs,
    first: Object.fromEntries(names.map((name) => [name, kinds[name]?.firstWaitMs ?? 0])),
    retry: LONGEST_WAITS,
  }
  const running = new Set<Running>()
  let done = 0
  let started = false
  let closed = false
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let woken = false
  let filling: Promise<unknown> = Promise.resolve()

  function begin(job: Job): void {
    const kind = kinds[job.kind]
    if (!kind) throw new Error(`A job of the unknown kind ${job.kind} was leased.`)
    // Leased to us once more, so the lease that an older try still believes in is over.
    for (const older of running) if (older.job.id === job.id) older.abort('lost')
    const controller = new AbortController()
    const run: Running = {
      job,
      abort: (why) => controller.abort(new JobAbort(why)),
      ended: carryOutJob({ jobs, clock, log, leaseMs }, { job, kind, controller }).then((isDone) => {
        if (isDone) done++
        running.delete(run)
        wake()
      }),
    }
    running.add(run)
  }

  /** Leases only what begins at once: a job that waited behind others could lose its lease to the wait. */
  async function fillNow(): Promise<void> {
    for (;;) {
      const free = SIDE_BY_SIDE - running.size
      if (free <= 0 || closed) return
      const leased = await jobs.lease({
        processId: deps.processId,
        kinds: names,
        now: clock.now(),
        limit: free,
        waits,
      })
      leased.forEach(begin)
      if (leased.length < free) return
    }
  }

  /** One at a time, so that two looks do not both take the same free places. */
  function fill(): Promise<void> {
    const next = filling.then(fillNow, fillNow)
    filling = next
    return next
  }

  async function look(): Promise<void> {
    woken = false
    let wait = deps.pollMs
    try {
      await fill()
      // With no place free, the end of a job is what wakes.
      const next = running.size < SIDE_BY_SIDE ? await jobs.nextDue(names) : null
      if (next) wait = Math.min(wait, Math.max(0, next.getTime() - clock.now().getTime()))
    } catch (error) {
      log.warn('Jobs could not be looked for.', { error })
    }
    looking = null
    schedule(woken ? 0 : wait)
  }

  function schedule(ms: number): void {
    if (!started) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      looking = look()
    }, ms)
    timer.unref()
  }

  function wake(): void {
    woken = true
    if (!looking) schedule(0)
  }

  const allEnded = () => Promise.all([...running].map(({ ended }) => ended))

  return {
    start() {
      started = true
      schedule(0)
    },
    wake,

    async runDue(withinMs) {
      const before = done
      const waiting = new AbortController()
      const over = pause(withinMs, waiting.signal).then(() => 'over' as const)
      try {
        for (;;) {
          await fill()
          if (running.size === 0) return done - before
          const next = await Promise.race([over, ...[...running].map(({ ended }) => ended)])
          if (next === 'over') return done - before
        }
      } finally {
        waiting.abort()
      }
    },

    async stop(graceMs) {
      started = false
      if (timer) clearTimeout(timer)
      await looking
      const waiting = new AbortController()
      const over = pause(graceMs, waiting.signal)
      if (graceMs > 0) {
        try {
          await fill()
        } catch (error) {
          log.warn('Jobs could not be looked for at the end.', { error })
        }
      }
      closed = true
      await Promise.race([allEnded(), over])
      waiting.abort()
      for (const run of running) run.abort('stopping')
      await allEnded()
    },
  }
}
