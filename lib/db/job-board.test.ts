import { describe, expect, test } from 'vitest'
import type { Job } from '../ports/jobs.ts'
import { leaseDue } from './testing/leases.ts'
import { at, exchange, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('the board of jobs on %s', (dialect) => {
  const db = useDatabase(dialect)
  const board = () => db.now.jobBoard
  const list = (now = at(5), owner = OWNER) => board().list(owner, { now, limit: 10 })
  const purge = (purgeId: string) => ({ purgeId, now: at(0), until: at(30) })

  async function titleJob(now = at(0)): Promise<Job> {
    const [job] = await leaseDue(db.now, { now, kinds: ['title'] })
    if (!job) throw new Error('No title was asked for.')
    return job
  }
  async function failed(): Promise<Job> {
    await exchange(db.now)
    const job = await titleJob()
    await db.now.jobs.giveUp(job, { error: 'The model broke off.', now: at(2) })
    return job
  }

  test('says what waits and what it is about', async () => {
    const { sessionId } = await exchange(db.now, { text: 'boats' })
    expect(await list()).toEqual({
      jobs: [
        {
          id: expect.any(String),
          kind: 'title',
          session: { id: sessionId, title: 'boats' },
          state: 'waiting',
          createdAt: at(0).toISOString(),
          nextAt: at(0).toISOString(),
          tries: 0,
          error: null,
          failedAt: null,
          canTryNow: false,
          canDismiss: false,
        },
      ],
      failed: 0,
      waiting: 1,
    })
    await db.now.summaries.ask('owner', { sessionId, asked: 'now' }, at(1))
    expect((await list()).jobs[1]).toMatchObject({
      kind: 'summary',
      session: { id: sessionId, title: 'boats' },
    })
    await db.now.database.write((tx) => tx.job.deleteMany({ where: { kind: 'summary' } }))
    await titleJob()
    expect((await list()).jobs).toMatchObject([{ state: 'running', nextAt: null, canTryNow: false }])
    expect((await list(at(10))).jobs).toMatchObject([{ state: 'waiting', tries: 1, canTryNow: true }])
    expect(await list(at(5), 'another')).toEqual({ jobs: [], failed: 0, waiting: 0 })
  })

  test('shows no name of what is deleted, and of work that it does not know no content', async () => {
    const { sessionId } = await exchange(db.now, { text: 'boats' })
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    const cleared = await exchange(db.now)
    await db.now.sessions.clear(OWNER, cleared.sessionId, purge('c'))
    await db.now.database.write(async (tx) => {
      await tx.job.create({
        data: {
          ...{ id: 'new', owner: OWNER, kind: 'later', payload: { sessionId, text: 'secret' } },
          ...{ runAt: at(90), createdAt: at(0) },
        },
      })
    })
    const { jobs } = await list()
    expect(jobs.map(({ kind, session }) => `${kind}: ${session?.title ?? 'no name'}`).toSorted()).toEqual([
      'clear: New chat',
      'delete: no name',
      'other: no name',
      'title: New chat',
      'title: no name',
    ])
    expect(JSON.stringify(jobs)).not.toContain('secret')
  })

  test('the failed ones stand first, and what is not listed is counted', async () => {
    await failed()
    await exchange(db.now)
    const { jobs } = await list()
    expect(jobs.map(({ state }) => state)).toEqual(['failed', 'waiting'])
    expect(jobs[0]).toMatchObject({
      ...{ error: 'The model broke off.', failedAt: at(2).toISOString(), tries: 1, nextAt: null },
      ...{ canTryNow: true, canDismiss: true },
    })
    await exchange(db.now)
    const short = await board().list(OWNER, { now: at(5), limit: 1 })
    expect(short).toMatchObject({ failed: 1, waiting: 2 })
    expect(short.jobs).toHaveLength(2)
  })

  test('one that was given up can be tried anew, with all its tries, or dismissed', async () => {
    const job = await failed()
    await board().tryNow(OWNER, job.id, at(60))
    expect(await titleJob(at(60))).toMatchObject({ id: job.id, attempts: 1 })

    const other = await failed()
    await board().dismiss(OWNER, other.id)
    expect((await list()).jobs.map(({ id }) => id)).toEqual([job.id])
    await expect(board().dismiss(OWNER, other.id)).rejects.toMatchObject({ code: 'job_not_found' })
  })

  test('one that waits for its next try can have it now, and keeps its count', async () => {
    await exchange(db.now)
    const job = await titleJob()
    await db.now.jobs.retry(job, { error: 'x', runAt: at(500) })
    await board().tryNow(OWNER, job.id, at(6))
    expect(await titleJob(at(6))).toMatchObject({ attempts: 2 })
    await expect(board().dismiss(OWNER, job.id)).rejects.toMatchObject({ code: 'job_not_failed' })
  })

  test('all that were given up can be tried at once', async () => {
    await failed()
    await failed()
    await exchange(db.now)
    expect(await board().tryAllNow('another', at(60))).toBe(0)
    expect(await board().tryAllNow(OWNER, at(60))).toBe(2)
    expect(await list(at(60))).toMatchObject({ failed: 0, waiting: 3 })
  })

  test('a deletion keeps its time to be taken back, and cannot be dismissed', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    await expect(board().tryNow(OWNER, 'd', at(5))).rejects.toMatchObject({ code: 'job_not_failed' })
    await expect(board().dismiss(OWNER, 'd')).rejects.toMatchObject({ code: 'job_not_failed' })
    const [job] = await leaseDue(db.now, { now: at(30) })
    if (!job) throw new Error('The purge was not due.')
    await db.now.jobs.retry(job, { error: 'x', runAt: at(500) })
    await board().tryNow(OWNER, 'd', at(31))
    const late = { code: 'undo_expired' }
    await expect(db.now.sessions.undo(OWNER, 'd')).rejects.toMatchObject(late)
    expect(await leaseDue(db.now, { now: at(31) })).toMatchObject([{ id: 'd', attempts: 2 }])
  })

  test('belongs to its owner', async () => {
    const job = await failed()
    const none = { code: 'job_not_found' }
    await expect(board().tryNow('another', job.id, at(6))).rejects.toMatchObject(none)
    await expect(board().dismiss('another', job.id)).rejects.toMatchObject(none)
    expect(await list()).toMatchObject({ failed: 1 })
  })
})
