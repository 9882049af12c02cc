import { describe, expect, test } from 'vitest'
import { at, OWNER } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { Job } from '../ports/jobs.ts'
import { createJobRunner } from './job-runner.ts'

describe.each(DIALECTS)('jobs that are carried out on %s', (dialect) => {
  const db = useDatabase(dialect)

  const add = (id: string, kind: string, runAt = at(0)) =>
    db.now.database.write(async (tx) => {
      await tx.job.create({ data: { id, owner: OWNER, kind, payload: {}, runAt, createdAt: at(0) } })
    })
  const left = () =>
    db.now.database.read((tx) =>
      tx.job.findMany({ select: { id: true, runAt: true, error: true }, orderBy: { id: 'asc' } }),
    )

  function runner(handler: (job: Job) => Promise<void>, now = { seconds: 10 }) {
    const warnings: string[] = []
    const { runDue, start, stop } = createJobRunner({
      jobs: db.now.jobs,
      handlers: { known: handler },
      clock: { now: () => at(now.seconds) },
      log: {
        info: () => undefined,
        warn: (text) => warnings.push(text),
        error: (text) => warnings.push(text),
      },
      processId: 'p',
      leaseMs: 60_000,
      pollMs: 3_600_000,
    })
    return { runDue, start, stop, warnings, now }
  }

  test('all that are due, however many; none before its time', async () => {
    const done = new Set<string>()
    for (let n = 0; n < 25; n++) await add(`due${n}`, 'known')
    await add('later', 'known', at(11))
    const { runDue } = runner(async ({ id }) => void done.add(id))
    expect(await runDue()).toBe(25)
    expect(done.size).toBe(25)
    expect(await left()).toEqual([{ id: 'later', runAt: at(11), error: null }])
  })

  test('one that fails holds up no other, and is tried again after a second, then after two', async () => {
    await add('bad', 'known')
    await add('good', 'known')
    const it = runner(async ({ id }) => {
      if (id === 'bad') throw new Error('not today')
    })
    expect(await it.runDue()).toBe(1)
    expect(await left()).toEqual([{ id: 'bad', runAt: at(11), error: 'not today' }])
    it.now.seconds = 11
    expect(await it.runDue()).toBe(0)
    expect(await left()).toEqual([{ id: 'bad', runAt: at(13), error: 'not today' }])
    expect(it.warnings).toHaveLength(2)
  })

  test('one of a kind that nobody knows is kept for a version that does', async () => {
    await add('new', 'of a later version')
    const { runDue } = runner(async () => undefined)
    expect(await runDue()).toBe(0)
    expect(await left()).toMatchObject([{ id: 'new', error: expect.stringContaining('of a later version') }])
  })

  test('a start looks at once; a stop waits for what is being done', async () => {
    await add('slow', 'known')
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const { start, stop } = runner(async () => {
      begun.resolve()
      await go.promise
    })
    start()
    await begun.promise
    const stopped = stop()
    go.resolve()
    await stopped
    expect(await left()).toEqual([])
  })
})
