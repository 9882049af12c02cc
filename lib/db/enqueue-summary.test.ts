import { describe, expect, test } from 'vitest'
import type { Job } from '../ports/jobs.ts'
import type { SummaryPayload } from '../schemas/job.ts'
import { leaseDue } from './testing/leases.ts'
import { at, begun, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const purge = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })

describe.each(DIALECTS)('summaries are asked for on %s', (dialect) => {
  const db = useDatabase(dialect)
  const jobs = () => db.now.jobs
  const lease = (now: Date) => leaseDue(db.now, { now, kinds: ['summary'] })
  async function one(now: Date): Promise<Job> {
    const [job, ...more] = await lease(now)
    if (!job || more.length > 0) throw new Error('It is not one summary that was asked for.')
    return job
  }
  async function asked() {
    const rows = await db.now.database.read((db) => db.job.findMany({ where: { kind: 'summary' } }))
    return rows.map(({ payload }) => payload)
  }
  const ask = (sessionId: string, asked: SummaryPayload['asked'], now: Date) =>
    db.now.summaries.ask(OWNER, { sessionId, asked }, now)
  const stateOf = async (sessionId: string) => {
    const { writing, failure } = await db.now.summaries.list(OWNER, sessionId, { limit: 1 })
    const { summaryFailure } = await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')
    expect(summaryFailure).toBe(failure)
    return { writing, failure }
  }

  describe('with the end of an answer', () => {
    test('where it is due', async () => {
      const { sessionId } = await exchange(db.now)
      expect(await asked()).toEqual([])
      await exchange(db.now, { sessionId, end: { summaryDue: true, status: 'failed' } })
      expect(await asked()).toEqual([{ sessionId, asked: null }])
      await exchange(db.now, { sessionId, end: { summaryDue: true } })
      expect(await asked()).toHaveLength(1)
    })

    test('not for what is deleted or cleared by then, and not by an end that is not ours', async () => {
      for (const meanwhile of [
        (id: string) => db.now.sessions.delete(OWNER, id, purge(id)),
        (id: string) => db.now.sessions.clear(OWNER, id, purge(id)),
      ]) {
        const turn = sendTurn()
        const { session } = begun(await db.now.turnStore.begin(turn))
        await meanwhile(session.id)
        await db.now.turnStore.end(endOf(turn, 'late', { summaryDue: true }))
      }
      const turn = sendTurn()
      await db.now.turnStore.begin(turn)
      await db.now.turnStore.end(endOf(turn, 'late', { summaryDue: true, processId: 'another' }))
      expect(await asked()).toEqual([])
    })
  })

  describe('by the user', () => {
    test('at once, also while the next try of another waits', async () => {
      const { sessionId } = await exchange(db.now, { end: { summaryDue: true } })
      await jobs().retry(await one(at(1)), { error: 'The model broke off.', runAt: at(500) })
      expect(await stateOf(sessionId)).toEqual({ writing: true, failure: 'The model broke off.' })
      await ask(sessionId, 'rewrite', at(5))
      expect(await stateOf(sessionId)).toEqual({ writing: true, failure: null })
      expect(await one(at(5))).toMatchObject({ attempts: 1, payload: { sessionId, asked: 'rewrite' } })
    })

    test('anew, where it was given up', async () => {
      const { sessionId } = await exchange(db.now, { end: { summaryDue: true } })
      await jobs().giveUp(await one(at(1)), { error: 'The model broke off.', now: at(2) })
      expect(await stateOf(sessionId)).toEqual({ writing: false, failure: 'The model broke off.' })
      await ask(sessionId, 'now', at(5))
      expect(await stateOf(sessionId)).toEqual({ writing: true, failure: null })
      expect(await one(at(5))).toMatchObject({ attempts: 1, payload: { sessionId, asked: 'now' } })
    })

    test('is not lost to a turn’s end that comes while it waits or after it failed', async () => {
      const { sessionId } = await exchange(db.now)
      const dueEnd = () => exchange(db.now, { sessionId, end: { summaryDue: true } })
      await ask(sessionId, 'now', at(1))
      await dueEnd()
      const job = await one(at(2))
      expect(job.payload).toEqual({ sessionId, asked: 'now' })
      await jobs().giveUp(job, { error: 'x', now: at(3) })
      await dueEnd()
      expect((await one(at(4))).payload).toEqual({ sessionId, asked: 'now' })
    })

    test('while one is written is done afterwards, and a turn’s end is no second one of it', async () => {
      const { sessionId } = await exchange(db.now)
      const dueEnd = () => exchange(db.now, { sessionId, end: { summaryDue: true } })
      await ask(sessionId, 'rewrite', at(1))
      const running = await one(at(2))
      await dueEnd()
      expect(await jobs().done(running)).toBe(true)
      const next = await one(at(3))
      expect(next.payload).toEqual({ sessionId, asked: null })
      await ask(sessionId, 'now', at(3))
      await dueEnd()
      expect(await jobs().done(next)).toBe(true)
      const last = await one(at(4))
      expect(last.payload).toEqual({ sessionId, asked: 'now' })
      expect(await jobs().done(last)).toBe(true)
      expect(await stateOf(sessionId)).toEqual({ writing: false, failure: null })
    })

    test('while one is written that fails is not lost, nor is that one', async () => {
      const { sessionId } = await exchange(db.now, { end: { summaryDue: true } })
      const running = await one(at(1))
      await ask(sessionId, 'now', at(2))
      await jobs().retry(running, { error: 'x', runAt: at(5) })
      const again = await one(at(5))
      expect(again.payload).toEqual({ sessionId, asked: null })
      await jobs().giveUp(again, { error: 'x', now: at(6) })
      expect((await one(at(7))).payload).toEqual({ sessionId, asked: 'now' })
    })
  })
})
