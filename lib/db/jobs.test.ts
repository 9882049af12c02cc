import { describe, expect, test } from 'vitest'
import { at, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('jobs on %s', (dialect) => {
  const db = useDatabase(dialect)

  const add = (id: string, runAt: Date) =>
    db.now.database.write(async (tx) => {
      await tx.job.create({
        data: { id, owner: OWNER, kind: 'test', payload: { of: id }, runAt, createdAt: at(0) },
      })
    })
  const lease = (now: Date, leaseUntil: Date, limit = 10) =>
    db.now.jobs.lease({ processId: 'p', now, leaseUntil, limit })
  const ids = async (jobs: Promise<{ id: string }[]>) => (await jobs).map(({ id }) => id)

  test('are leased when due, the longest waiting first, at most as many as asked', async () => {
    await add('late', at(30))
    await add('second', at(2))
    await add('first', at(1))
    await add('third', at(3))
    expect(await db.now.jobs.nextDue()).toEqual(at(1))
    expect(await lease(at(10), at(20), 2)).toEqual([
      { id: 'first', owner: OWNER, kind: 'test', payload: { of: 'first' }, attempts: 1 },
      { id: 'second', owner: OWNER, kind: 'test', payload: { of: 'second' }, attempts: 1 },
    ])
    expect(await ids(lease(at(10), at(20)))).toEqual(['third'])
    expect(await lease(at(10), at(20))).toEqual([])
  })

  test('come back when their lease is over', async () => {
    await add('job', at(1))
    await lease(at(10), at(20))
    expect(await db.now.jobs.nextDue()).toEqual(at(20))
    expect(await lease(at(19), at(30))).toEqual([])
    expect(await lease(at(20), at(30))).toMatchObject([{ id: 'job', attempts: 2 }])
  })

  test('wait for their next try, or are gone when done', async () => {
    await add('job', at(1))
    await lease(at(10), at(20))
    await db.now.jobs.retry('job', { error: 'x'.repeat(10_000), runAt: at(15) })
    expect(await db.now.jobs.nextDue()).toEqual(at(15))
    expect(await lease(at(14), at(20))).toEqual([])
    expect(await ids(lease(at(15), at(20)))).toEqual(['job'])
    await db.now.jobs.done('job')
    await db.now.jobs.done('job')
    expect(await db.now.jobs.nextDue()).toBeNull()
  })

  test('go to one of many processes that ask at once', async () => {
    for (let i = 0; i < 20; i++) await add(`job-${i}`, at(1))
    const other = await db.another()
    const results = await Promise.all(
      [db.now, other, db.now, other].map(({ jobs }, i) =>
        jobs.lease({ processId: `p${i}`, now: at(10), leaseUntil: at(20), limit: 20 }),
      ),
    )
    const leased = results.flat().map(({ id }) => id)
    expect(leased).toHaveLength(20)
    expect(new Set(leased).size).toBe(20)
  })
})
