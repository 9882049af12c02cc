import { describe, expect, test } from 'vitest'
import type { Job } from '../ports/jobs.ts'
import { enqueueJob } from './enqueue-job.ts'
import { leaseDue } from './testing/leases.ts'
import { at, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const HOUR = 3_600

describe.each(DIALECTS)('jobs on %s', (dialect) => {
  const db = useDatabase(dialect)

  const add = (id: string, runAt: Date, { kind = 'test', createdAt = at(0) } = {}) =>
    db.now.database.write(async (tx) => {
      await tx.job.create({ data: { id, owner: OWNER, kind, payload: { of: id }, runAt, createdAt } })
    })
  const lease = (now: Date, { limit = 10, processId = 'p' } = {}) =>
    leaseDue(db.now, { now, limit, processId, kinds: ['test', 'purge'] })
  const one = async (now: Date, processId = 'p'): Promise<Job> => {
    const [job] = await lease(now, { limit: 1, processId })
    if (!job) throw new Error('No job was due.')
    return job
  }
  const ids = async (jobs: Promise<{ id: string }[]>) => (await jobs).map(({ id }) => id)
  const nextDue = () => db.now.jobs.nextDue(['test'])
  const row = (id: string) =>
    db.now.database.read((tx) =>
      tx.job.findUniqueOrThrow({
        where: { id },
        select: { runAt: true, attempts: true, leasedBy: true, error: true, failedAt: true },
      }),
    )

  test('are leased when due, the longest waiting first, at most as many as asked', async () => {
    await add('late', at(30))
    await add('second', at(2))
    await add('first', at(1))
    await add('third', at(3))
    expect(await nextDue()).toEqual(at(1))
    const own = { owner: OWNER, kind: 'test', attempts: 1, leasedBy: 'p' }
    expect(await lease(at(10), { limit: 2 })).toEqual([
      { id: 'first', payload: { of: 'first' }, runAt: at(1), ...own },
      { id: 'second', payload: { of: 'second' }, runAt: at(2), ...own },
    ])
    expect(await ids(lease(at(10)))).toEqual(['third'])
    expect(await lease(at(10))).toEqual([])
  })

  test('of a kind that was not asked for are neither leased nor waited for', async () => {
    await add('new', at(1), { kind: 'of a later version' })
    expect(await lease(at(10))).toEqual([])
    expect(await nextDue()).toBeNull()
    expect(await row('new')).toMatchObject({ attempts: 0 })
  })

  test('come back when their lease is over, unless it was renewed', async () => {
    await add('job', at(1))
    const job = await one(at(10))
    expect(await nextDue()).toEqual(at(20))
    expect(await lease(at(19))).toEqual([])
    expect(await db.now.jobs.renew(job, at(25))).toBe(true)
    expect(await lease(at(24))).toEqual([])
    expect(await lease(at(25))).toMatchObject([{ id: 'job', attempts: 2 }])
  })

  test('wait for their next try, or are gone when done', async () => {
    await add('job', at(1))
    expect(await db.now.jobs.retry(await one(at(10)), { error: 'x'.repeat(10_000), runAt: at(15) })).toBe(
      true,
    )
    expect(await nextDue()).toEqual(at(15))
    expect(await lease(at(14))).toEqual([])
    const again = await one(at(15))
    expect(await db.now.jobs.done(again)).toBe(true)
    expect(await db.now.jobs.done(again)).toBe(false)
    expect(await nextDue()).toBeNull()
  })

  test('that were given up are tried no more', async () => {
    await add('job', at(1))
    await db.now.jobs.giveUp(await one(at(10)), { error: 'no use', now: at(11) })
    expect(await row('job')).toMatchObject({ failedAt: at(11), error: 'no use', leasedBy: null })
    expect(await lease(at(HOUR * 24))).toEqual([])
    expect(await nextDue()).toBeNull()
  })

  test('that were given back are due for any process, with the tries that count', async () => {
    await add('job', at(1))
    await db.now.jobs.giveBack(await one(at(10)), { runAt: at(11), attempts: 0 })
    expect(await one(at(11), 'another')).toMatchObject({ attempts: 1, leasedBy: 'another' })
  })

  test.each(['renew', 'done', 'retry', 'giveUp', 'giveBack'] as const)(
    'a process that lost its lease in its sleep writes nothing: %s',
    async (write) => {
      await add('job', at(1))
      const slept = await one(at(10), 'asleep')
      const taken = await one(at(20), 'awake')
      const { jobs } = db.now
      const writes = {
        renew: () => jobs.renew(slept, at(99)),
        done: () => jobs.done(slept),
        retry: () => jobs.retry(slept, { error: 'late', runAt: at(99) }),
        giveUp: () => jobs.giveUp(slept, { error: 'late', now: at(99) }),
        giveBack: () => jobs.giveBack(slept, { runAt: at(99), attempts: 0 }),
      }
      const before = await row('job')
      expect(await writes[write]()).toBe(false)
      expect(await row('job')).toEqual(before)
      expect(await jobs.done(taken)).toBe(true)
    },
  )

  test('are free at once when their process is known to have ended', async () => {
    await add('job', at(1))
    await one(at(10), 'killed')
    await db.now.processes.leave('killed')
    expect(await one(at(10), 'another')).toMatchObject({ attempts: 2 })
  })

  test('not even its own older lease counts, when the same process leased it again', async () => {
    await add('job', at(1))
    const older = await one(at(10))
    const newer = await one(at(20))
    expect(await db.now.jobs.done(older)).toBe(false)
    expect(await db.now.jobs.done(newer)).toBe(true)
  })

  test('go to one of many processes that ask at once', async () => {
    for (let i = 0; i < 20; i++) await add(`job-${i}`, at(1))
    const other = await db.another()
    const results = await Promise.all(
      [db.now, other, db.now, other].map((own, i) =>
        leaseDue(own, { processId: `p${i}`, now: at(10), kinds: ['test'], limit: 20 }),
      ),
    )
    const leased = results.flat().map(({ id }) => id)
    expect(leased).toHaveLength(20)
    expect(new Set(leased).size).toBe(20)
  })

  describe('when the clock goes back an hour', () => {
    const then = at(2 * HOUR)
    const now = at(HOUR)

    test('a job that was just asked for does not wait for that hour', async () => {
      await add('job', then, { createdAt: then })
      expect(await ids(lease(now))).toEqual(['job'])
    })

    test('nor does a lease, nor the next try', async () => {
      await add('leased', at(1))
      await lease(then)
      expect(await lease(now)).toMatchObject([{ id: 'leased', attempts: 2 }])
      await add('tried', at(1))
      const [job] = await lease(then)
      if (!job) throw new Error('No job was due.')
      await db.now.jobs.retry(job, { error: 'x', runAt: new Date(then.getTime() + 1_000) })
      expect(await ids(lease(now))).toContain('tried')
    })

    test('a deletion keeps its time to be taken back, and not an hour more', async () => {
      await add('purge', at(30), { kind: 'purge' })
      expect(await lease(at(0))).toEqual([])
      await add('longer', at(HOUR + 30), { kind: 'purge' })
      expect(await ids(lease(at(0)))).toEqual(['longer'])
    })

    test('clocks that are a little apart change nothing', async () => {
      await add('fast', at(5), { createdAt: at(5) })
      expect(await lease(at(0))).toEqual([])
      await lease(at(5), { processId: 'fast' })
      expect(await lease(at(1), { processId: 'slow' })).toEqual([])
    })
  })

  describe('with a key', () => {
    const ask = (now: Date) =>
      db.now.database.write((tx) =>
        enqueueJob(tx, { owner: OWNER, kind: 'test', key: 'one', payload: { sessionId: 's' }, now }),
      )

    test('are there once while they wait, however often they are asked for', async () => {
      await ask(at(1))
      await ask(at(2))
      expect(await lease(at(10))).toMatchObject([{ runAt: at(1), payload: { sessionId: 's' } }])
    })

    test('run once more when they are asked for while they run', async () => {
      await ask(at(1))
      const job = await one(at(10))
      await ask(at(11))
      expect(await lease(at(12))).toEqual([])
      expect(await db.now.jobs.done(job)).toBe(true)
      const again = await one(at(12))
      expect(again).toMatchObject({ id: job.id, attempts: 1 })
      await db.now.jobs.done(again)
      expect(await lease(at(99))).toEqual([])
    })

    test('that were given up are tried anew when they are asked for', async () => {
      await ask(at(1))
      await db.now.jobs.giveUp(await one(at(10)), { error: 'x', now: at(11) })
      await ask(at(20))
      expect(await one(at(20))).toMatchObject({ attempts: 1 })
    })
  })
})
