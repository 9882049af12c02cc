import { describe, expect, test, vi } from 'vitest'
import { at, OWNER } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { AppError } from '../errors.ts'
import type { Job } from '../ports/jobs.ts'
import { type JobAbort, type JobKind, JobPostponed } from './carry-out-job.ts'
import { createJobRunner, type JobRunner } from './job-runner.ts'

const SOON = 3_600_000

describe.each(DIALECTS)('jobs that are carried out on %s', (dialect) => {
  const db = useDatabase(dialect)

  const add = (id: string, kind = 'known', runAt = at(0)) =>
    db.now.database.write(async (tx) => {
      await tx.job.create({ data: { id, owner: OWNER, kind, payload: {}, runAt, createdAt: at(0) } })
    })
  const left = () =>
    db.now.database.read((tx) =>
      tx.job.findMany({ select: { id: true, runAt: true, error: true }, orderBy: { id: 'asc' } }),
    )
  const row = (id: string) => db.now.database.read((tx) => tx.job.findUniqueOrThrow({ where: { id } }))

  type Options = Partial<Pick<JobKind, 'tries'>> & {
    now?: { seconds: number }
    leaseMs?: number
    processId?: string
    jobs?: (typeof db.now)['jobs']
  }

  function runner(run: (job: Job, signal: AbortSignal) => Promise<void>, options: Options = {}) {
    const { now = { seconds: 10 }, leaseMs = 60_000, processId = 'p', tries = 3 } = options
    const told: string[] = []
    const log = (text: string) => void told.push(text)
    const made = createJobRunner({
      jobs: options.jobs ?? db.now.jobs,
      kinds: {
        known: { run, tries, firstWaitMs: 0 },
        endless: { run, tries: Number.POSITIVE_INFINITY, firstWaitMs: 0 },
      },
      clock: { now: () => at(now.seconds) },
      log: { info: log, warn: log, error: log },
      processId,
      leaseMs,
      pollMs: 3_600_000,
    })
    return { ...made, told, now }
  }

  /** A handler that says when it began, and ends when it is let go or aborted. */
  function held() {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<unknown>()
    const run = async (_: Job, signal: AbortSignal) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason))
      begun.resolve()
      await go.promise
    }
    return { run, begun: begun.promise, go: go.resolve, aborted: aborted.promise }
  }

  test('all that are due, however many; none before its time', async () => {
    const done = new Set<string>()
    for (let n = 0; n < 25; n++) await add(`due${n}`)
    await add('later', 'known', at(11))
    const { runDue } = runner(async ({ id }) => void done.add(id))
    expect(await runDue(SOON)).toBe(25)
    expect(done.size).toBe(25)
    expect(await left()).toEqual([{ id: 'later', runAt: at(11), error: null }])
  })

  test('a few side by side, so that a slow one holds up no other', async () => {
    const slow = held()
    await add('0 slow')
    for (let n = 1; n < 10; n++) await add(`${n}`)
    const { runDue } = runner(async (job, signal) => {
      if (job.id === '0 slow') await slow.run(job, signal)
    })
    const running = runDue(SOON)
    await vi.waitFor(async () => expect((await left()).map(({ id }) => id)).toEqual(['0 slow']))
    slow.go()
    expect(await running).toBe(10)
  })

  test('each is leased only when it begins', async () => {
    const all = held()
    for (let n = 0; n < 6; n++) await add(`${n}`)
    const { runDue } = runner(all.run)
    const running = runDue(SOON)
    await all.begun
    await vi.waitFor(async () => {
      const leased = await db.now.database.read((tx) => tx.job.count({ where: { leasedBy: 'p' } }))
      expect(leased).toBe(4)
    })
    all.go()
    expect(await running).toBe(6)
  })

  test('one that fails is tried again after a second, then after two, and is then given up', async () => {
    await add('bad')
    await add('good')
    const it = runner(async ({ id }) => {
      if (id === 'bad') throw new AppError('model_unreachable', 'The model said: your secret words')
    })
    const error = 'The model’s server could not be reached.'
    expect(await it.runDue(SOON)).toBe(1)
    expect(await left()).toEqual([{ id: 'bad', runAt: at(11), error }])
    it.now.seconds = 11
    expect(await it.runDue(SOON)).toBe(0)
    expect(await left()).toEqual([{ id: 'bad', runAt: at(13), error }])
    it.now.seconds = 13
    expect(await it.runDue(SOON)).toBe(0)
    expect(await row('bad')).toMatchObject({ failedAt: at(13), attempts: 3, error, leasedBy: null })
    it.now.seconds = 100_000
    expect(await it.runDue(SOON)).toBe(0)
    expect(it.told).toEqual([
      ...Array(2).fill('A job failed and will be tried again.'),
      'A job failed and was given up.',
    ])
  })

  test('one that the server asked to come later comes no sooner, and no later than in ten minutes', async () => {
    await add('job')
    const asked = [90, 86_400]
    const it = runner(async ({ attempts }) => {
      const retryAfterSeconds = asked[attempts - 1]
      throw new AppError('model_rate_limited', 'Later.', { details: { retryAfterSeconds } })
    })
    await it.runDue(SOON)
    expect(await row('job')).toMatchObject({ attempts: 1, runAt: at(100) })
    it.now.seconds = 99
    await it.runDue(SOON)
    expect(await row('job')).toMatchObject({ attempts: 1 })
    it.now.seconds = 100
    await it.runDue(SOON)
    expect(await row('job')).toMatchObject({ attempts: 2, runAt: at(700) })
    it.now.seconds = 101
    await it.runDue(SOON)
    expect(await row('job')).toMatchObject({ attempts: 2 })
  })

  test('one that must not be given up is tried for ever, at last every hour, and says nothing of what it read', async () => {
    await add('job', 'endless')
    const it = runner(async () => {
      throw new Error('secret words')
    })
    for (let tries = 1; tries <= 15; tries++) {
      await it.runDue(SOON)
      it.now.seconds += 3_600
    }
    const job = await row('job')
    expect(job).toMatchObject({ failedAt: null, attempts: 15, runAt: at(it.now.seconds) })
    expect(job.error).not.toContain('secret')
  })

  test('one that gives way is begun again a little later, and that try is not counted', async () => {
    await add('job')
    const it = runner(async () => {
      throw new JobPostponed(2_000)
    })
    for (let tries = 1; tries <= 5; tries++) {
      expect(await it.runDue(SOON)).toBe(0)
      it.now.seconds += 2
    }
    expect(await row('job')).toMatchObject({ attempts: 0, runAt: at(it.now.seconds), error: null })
    expect(it.told).toEqual([])
  })

  test('one of a kind that nobody knows is left for a version that does', async () => {
    await add('new', 'of a later version')
    const { runDue } = runner(async () => undefined)
    expect(await runDue(SOON)).toBe(0)
    expect(await row('new')).toMatchObject({ attempts: 0, error: null, leasedBy: null })
  })

  test('two runners race for a hundred jobs: each is done exactly once', async () => {
    await db.now.database.write(async (tx) => {
      await tx.job.createMany({
        data: Array.from({ length: 100 }, (_, n) => ({
          ...{ id: `job${n}`, owner: OWNER, kind: 'known', payload: {}, runAt: at(0), createdAt: at(0) },
        })),
      })
    })
    const other = await db.another()
    const done: string[] = []
    const run = async ({ id }: Job) => void done.push(id)
    const [mine, theirs] = await Promise.all([
      runner(run, { processId: 'one' }).runDue(SOON),
      runner(run, { processId: 'two', jobs: other.jobs }).runDue(SOON),
    ])
    expect(mine + theirs).toBe(100)
    expect(done.toSorted()).toEqual(Array.from({ length: 100 }, (_, n) => `job${n}`).toSorted())
    expect(await left()).toEqual([])
  })

  test('a lease is renewed while its job runs', async () => {
    await add('job')
    const slow = held()
    const it = runner(slow.run, { leaseMs: 30 })
    const running = it.runDue(SOON)
    await slow.begun
    it.now.seconds = 1_000
    await vi.waitFor(async () =>
      expect((await row('job')).leaseUntil).toEqual(new Date(at(1_000).getTime() + 30)),
    )
    slow.go()
    expect(await running).toBe(1)
  })

  test('a laptop slept until its lease was over and another process has the job: it is ended and writes nothing', async () => {
    await add('job')
    const slow = held()
    const slept = runner(slow.run, { leaseMs: 30 })
    const running = slept.runDue(SOON)
    await slow.begun
    // As another process does once the lease is over.
    await db.now.database.write(async (tx) => {
      await tx.job.update({ where: { id: 'job' }, data: { leasedBy: 'another', attempts: 2 } })
    })
    expect(await slow.aborted).toMatchObject({ kind: 'lost' } satisfies Partial<JobAbort>)
    expect(await running).toBe(0)
    slow.go()
    expect(await row('job')).toMatchObject({ leasedBy: 'another', attempts: 2, error: null })
  })

  test('runs for a scheduler no longer than it may, and begins nothing more then', async () => {
    const slow = held()
    for (let n = 0; n < 5; n++) await add(`${n}`)
    const { runDue, stop } = runner(slow.run)
    expect(await runDue(20)).toBe(0)
    slow.go()
    await stop(0)
    expect((await left()).map(({ id }) => id)).toContain('4')
  })

  describe('a started runner', () => {
    const started = (it: JobRunner) => it.start()

    test('looks at once, and at once when it is woken', async () => {
      await add('first')
      const it = runner(async () => undefined)
      started(it)
      await vi.waitFor(async () => expect(await left()).toEqual([]))
      await add('second')
      it.wake()
      await vi.waitFor(async () => expect(await left()).toEqual([]))
      await it.stop(0)
    })

    test('goes on with what waits behind those that run', async () => {
      for (let n = 0; n < 12; n++) await add(`${n}`)
      const it = runner(async () => undefined)
      started(it)
      await vi.waitFor(async () => expect(await left()).toEqual([]))
      await it.stop(0)
    })

    test('stops with a grace: what is due is begun once more, and what ends within it is done', async () => {
      await add('due')
      const it = runner(async () => undefined)
      await it.stop(SOON)
      expect(await left()).toEqual([])
      await add('after')
      expect(await it.runDue(SOON)).toBe(0)
    })

    test('stops without one: nothing more is begun', async () => {
      await add('due')
      const it = runner(async () => undefined)
      await it.stop(0)
      expect(await row('due')).toMatchObject({ attempts: 0 })
    })

    test.each([
      ['known', 0],
      // An undo asks by that count whether the deletion was begun.
      ['endless', 1],
    ])(
      'gives back at once what runs at the end of the grace, of the kind %s with %i tries counted',
      async (kind, attempts) => {
        await add('job', kind)
        const slow = held()
        const it = runner(slow.run)
        started(it)
        await slow.begun
        await it.stop(0)
        expect(await slow.aborted).toMatchObject({ kind: 'stopping' } satisfies Partial<JobAbort>)
        expect(await row('job')).toMatchObject({ leaseUntil: null, leasedBy: null, runAt: at(10), attempts })
        const next = runner(async () => undefined, { processId: 'next' })
        expect(await next.runDue(SOON)).toBe(1)
      },
    )
  })

  test('a database that fails under the runner ends nothing: the job comes back with its lease', async () => {
    await add('job')
    const broken = { ...db.now.jobs, done: () => Promise.reject(new Error('away')) }
    const it = runner(async () => undefined, { jobs: broken })
    expect(await it.runDue(SOON)).toBe(0)
    expect(it.told).toEqual(['How a job ended could not be stored.'])
    const next = runner(async () => undefined, { now: { seconds: 71 } })
    expect(await next.runDue(SOON)).toBe(1)
  })
})
