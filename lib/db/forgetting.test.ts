import { describe, expect, test } from 'vitest'
import { NOTHING } from './testing/counts.ts'
import { leaseDue } from './testing/leases.ts'
import { storeSummary } from './testing/summaries.ts'
import { at, begun, contextOf, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const gone = { code: 'session_not_found' }

describe.each(DIALECTS)('forgetting on %s', (dialect) => {
  const db = useDatabase(dialect)
  const sessions = () => db.now.sessions
  const purge = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })
  const listed = async (owner = OWNER) =>
    (await sessions().list(owner, { cursor: null, limit: 100 })).sessions.map(({ id }) => id)

  describe('counts', () => {
    test('say what a clear and a delete take: a shared prompt only with its last use', async () => {
      const shared = { end: { context: contextOf({ shared: 'Everywhere.' }) } }
      const one = await exchange(db.now, shared)
      await exchange(db.now, {
        sessionId: one.sessionId,
        end: { context: contextOf({ own: 'Here.', shared: 'Everywhere.' }) },
      })
      const other = await exchange(db.now, { ...shared, owner: OWNER })
      for (const sessionId of [one.sessionId, other.sessionId]) await storeSummary(db.now, sessionId)
      await storeSummary(db.now, one.sessionId, { version: 2, conflicts: [0] })
      const of = { ...NOTHING, messages: 4, summaries: 2, maps: 2, prompts: 1 }
      expect(await sessions().countForClear(OWNER, one.sessionId)).toEqual(of)
      expect(await sessions().countForDelete(OWNER, one.sessionId)).toEqual({ ...of, sessions: 1 })
      const all = { ...NOTHING, sessions: 2, messages: 6, summaries: 3, maps: 3, prompts: 2 }
      expect(await sessions().countForDelete(OWNER, null)).toEqual(all)
      expect((await sessions().clear(OWNER, one.sessionId, purge('c'))).counts).toEqual(of)
      expect(await sessions().countForDelete(OWNER, one.sessionId)).toEqual({ ...NOTHING, sessions: 1 })
      expect((await sessions().delete(OWNER, null, purge('d'))).counts).toMatchObject({
        sessions: 2,
        messages: 2,
        summaries: 1,
      })
    })

    test('do not count dividers', async () => {
      const { sessionId } = await exchange(db.now)
      await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(0) })
      expect((await sessions().countForDelete(OWNER, sessionId)).messages).toBe(2)
    })
  })

  describe('delete and undo', () => {
    test('hide one session at once and bring it back', async () => {
      const [one, two] = [await exchange(db.now), await exchange(db.now)]
      const before = await sessions().get(OWNER, one.sessionId)
      const undo = await sessions().delete(OWNER, one.sessionId, purge('p'))
      expect(undo).toMatchObject({ purgeId: 'p', until: at(40) })
      expect(await listed()).toEqual([two.sessionId])
      await expect(sessions().get(OWNER, one.sessionId)).rejects.toMatchObject(gone)
      await expect(sessions().delete(OWNER, one.sessionId, purge('q'))).rejects.toMatchObject(gone)
      expect(await db.now.jobs.nextDue(['purge'])).toEqual(at(40))
      await expect(sessions().undo('another', 'p')).rejects.toMatchObject({ code: 'undo_expired' })
      await sessions().undo(OWNER, 'p')
      expect(await sessions().get(OWNER, one.sessionId)).toEqual(before)
      expect(await db.now.jobs.nextDue(['purge'])).toBeNull()
    })

    test('bring back of all sessions what that delete took, and nothing else', async () => {
      const [one, two, three] = [await exchange(db.now), await exchange(db.now), await exchange(db.now)]
      await sessions().delete(OWNER, one.sessionId, purge('first'))
      await sessions().delete(OWNER, null, purge('all'))
      expect(await listed()).toEqual([])
      await sessions().undo(OWNER, 'all')
      expect((await listed()).toSorted()).toEqual([two.sessionId, three.sessionId].toSorted())
    })

    test('come too late once the purge has begun, even if it failed', async () => {
      const { sessionId } = await exchange(db.now)
      await sessions().delete(OWNER, sessionId, purge('p'))
      const [job] = await leaseDue(db.now, { now: at(40) })
      if (!job) throw new Error('The purge was not due.')
      expect(job).toMatchObject({ id: 'p', kind: 'purge', owner: OWNER })
      const late = { code: 'undo_expired' }
      await expect(sessions().undo(OWNER, 'p')).rejects.toMatchObject(late)
      await db.now.jobs.giveBack(job, { runAt: at(60), attempts: job.attempts })
      await expect(sessions().undo(OWNER, 'p')).rejects.toMatchObject(late)
      await db.now.jobs.done(job)
      await expect(sessions().undo(OWNER, 'p')).rejects.toMatchObject(late)
    })

    test('ask the running answer to stop', async () => {
      const turn = sendTurn()
      const { session } = begun(await db.now.turnStore.begin(turn))
      await sessions().delete(OWNER, session.id, purge('p'))
      expect(await db.now.turnStore.append(turn.processId, [], [turn.runId])).toEqual([
        { runId: turn.runId, ours: true, stopRequested: true },
      ])
    })
  })

  describe('clear and undo', () => {
    test('empty the session, which stays, and take back a title made from its messages', async () => {
      const { sessionId } = await exchange(db.now, { text: 'first words' })
      const before = await sessions().get(OWNER, sessionId)
      const undo = await sessions().clear(OWNER, sessionId, purge('c'))
      expect(undo).toEqual({
        purgeId: 'c',
        until: at(40),
        counts: { ...NOTHING, messages: 2 },
      })
      expect(await sessions().get(OWNER, sessionId)).toMatchObject({
        title: 'New chat',
        titleBy: 'none',
        messageCount: 0,
        tokenCount: 0,
        unread: false,
        nextSeq: 2,
      })
      await sessions().undo(OWNER, 'c')
      expect(await sessions().get(OWNER, sessionId)).toEqual(before)
    })

    test('leave a title that the user gave', async () => {
      const { sessionId } = await exchange(db.now)
      await sessions().update(OWNER, sessionId, { title: 'Mine' })
      await sessions().clear(OWNER, sessionId, purge('c'))
      expect(await sessions().get(OWNER, sessionId)).toMatchObject({ title: 'Mine', titleBy: 'user' })
    })

    test('count what came since together with what comes back', async () => {
      const { sessionId } = await exchange(db.now, { text: 'one two three' })
      await sessions().clear(OWNER, sessionId, purge('c'))
      await exchange(db.now, { sessionId, text: 'four' })
      expect(await sessions().get(OWNER, sessionId)).toMatchObject({
        title: 'four',
        messageCount: 2,
        tokenCount: 3,
      })
      await sessions().undo(OWNER, 'c')
      expect(await sessions().get(OWNER, sessionId)).toMatchObject({
        title: 'one two three',
        messageCount: 4,
        tokenCount: 8,
      })
    })

    test('do not bring back what a later clear took too', async () => {
      const { sessionId } = await exchange(db.now)
      await sessions().clear(OWNER, sessionId, purge('first'))
      await exchange(db.now, { sessionId })
      await sessions().clear(OWNER, sessionId, purge('second'))
      await expect(sessions().undo(OWNER, 'first')).rejects.toMatchObject({ code: 'undo_expired' })
      // Refused, and not half done: the first purge is still to come.
      expect(await leaseDue(db.now, { now: at(40) })).toHaveLength(2)
    })

    test('stop the running answer, which is stored unseen and does not count', async () => {
      const turn = sendTurn()
      const { session } = begun(await db.now.turnStore.begin(turn))
      await sessions().clear(OWNER, session.id, purge('c'))
      expect((await db.now.turnStore.append(turn.processId, [], [turn.runId]))[0]).toMatchObject({
        stopRequested: true,
      })
      expect(await db.now.turnStore.end(endOf(turn, 'late', { status: 'stopped' }))).toMatchObject({
        visible: false,
      })
      expect(await sessions().get(OWNER, session.id)).toMatchObject({
        messageCount: 0,
        tokenCount: 0,
        unread: false,
      })
      await sessions().undo(OWNER, 'c')
      expect(await sessions().get(OWNER, session.id)).toMatchObject({
        messageCount: 2,
        tokenCount: 3,
        unread: true,
      })
    })
  })
})
