import { describe, expect, test } from 'vitest'
import type { SessionKind } from '../schemas/session.ts'
import { leaseDue } from './testing/leases.ts'
import { at, begun, contextOf, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const gone = { code: 'session_not_found' }
const BRIEF = { brief: true } as const
const TEMPORARY = { brief: true, temporary: true } as const

describe.each(DIALECTS)('the ends of sessions on %s', (dialect) => {
  const db = useDatabase(dialect)
  const store = () => db.now.sessionLifeStore

  const begin = async (kind: Partial<SessionKind>, seconds = 0) =>
    (await exchange(db.now, { kind, now: at(seconds), end: { now: at(seconds) } })).sessionId
  const pin = (id: string) =>
    db.now.database.write((tx) => tx.session.update({ where: { id }, data: { pinned: true } }))
  /** Those that were active at these seconds or before are over. */
  const end = (brief: number, kept: number | null = null) =>
    store().end({ brief: at(brief), kept: kept === null ? null : at(kept) }, at(1_000))
  const listed = async () =>
    (await db.now.sessions.list(OWNER, { cursor: null, limit: 100 })).sessions.map(({ id }) => id).toSorted()
  const stored = async () =>
    (await db.now.database.read((tx) => tx.session.findMany({ select: { id: true } })))
      .map(({ id }) => id)
      .toSorted()
  const count = (table: 'message' | 'job' | 'cachedReply' | 'summary') =>
    db.now.database.read((tx) => (tx[table] as typeof tx.message).count())
  const purge = (threshold: number, limit = 50) =>
    store().purge({ limit, threshold, now: at(1_000), scrubAt: at(2_000) })

  test('come to brief ones by their last activity, and to no others', async () => {
    const [old, young, kept] = [await begin(BRIEF, 10), await begin(BRIEF, 11), await begin({}, 1)]
    await end(9)
    expect(await listed()).toEqual([old, young, kept].toSorted())
    await end(10)
    expect(await listed()).toEqual([young, kept].toSorted())
    await expect(db.now.sessions.get(OWNER, old)).rejects.toMatchObject(gone)
    await expect(db.now.sessions.choices(OWNER, old)).rejects.toMatchObject(gone)
    await expect(db.now.turnStore.begin(sendTurn({ sessionId: old }))).rejects.toMatchObject(gone)
  })

  test('come to the others too where these have an end, each kind by its own time', async () => {
    const [brief, one, two] = [await begin(BRIEF, 10), await begin({}, 20), await begin({}, 21)]
    await end(9, 20)
    expect(await listed()).toEqual([brief, two].toSorted())
    expect(await stored()).toContain(one)
  })

  test('do not come to pinned ones', async () => {
    const [brief, kept] = [await begin(BRIEF), await begin({})]
    await pin(brief)
    await pin(kept)
    await end(900, 900)
    expect(await listed()).toEqual([brief, kept].toSorted())
    expect(await store().nextToEnd(BRIEF)).toBeNull()
  })

  test('do not come while an answer runs, and are counted from its end', async () => {
    const sessionId = await begin(BRIEF)
    const turn = sendTurn({ sessionId, now: at(1) })
    begun(await db.now.turnStore.begin(turn))
    await end(900)
    expect(await listed()).toEqual([sessionId])
    expect(await store().nextToEnd(BRIEF)).toBeNull()
    await db.now.turnStore.end(endOf(turn, 'late', { now: at(500) }))
    await end(499)
    expect(await listed()).toEqual([sessionId])
    expect(await store().nextToEnd(BRIEF)).toEqual(at(500))
    await end(500)
    expect(await listed()).toEqual([])
  })

  test('never come to one with an answer, however a turn and the end meet', async () => {
    const other = await db.another()
    for (let i = 0; i < 20; i++) {
      const sessionId = await begin(BRIEF)
      // As slow to begin as can be: its own time is over already.
      const turn = sendTurn({ sessionId, now: at(0) })
      const [begins] = await Promise.allSettled([
        db.now.turnStore.begin(turn),
        other.sessionLifeStore.end({ brief: at(0), kept: null }, at(1_000)),
      ])
      const seen = await db.now.sessions.get(OWNER, sessionId).then(
        () => true,
        () => false,
      )
      expect(seen).toBe(begins.status === 'fulfilled')
    }
  })

  test('come to more than fit in one transaction', async () => {
    await db.now.database.write((tx) =>
      tx.session.createMany({
        data: Array.from({ length: 1_100 }, (_, i) => ({
          id: `s${i}`,
          owner: OWNER,
          title: 'x',
          brief: true,
          createdAt: at(0),
          lastActiveAt: at(0),
        })),
      }),
    )
    await end(0)
    expect(await listed()).toEqual([])
  })

  test('the next to end is the one that was active first', async () => {
    await begin(BRIEF, 30)
    await begin(BRIEF, 20)
    await begin({}, 5)
    expect(await store().nextToEnd({ brief: true })).toEqual(at(20))
    expect(await store().nextToEnd({ brief: false })).toEqual(at(5))
    await end(20)
    expect(await store().nextToEnd({ brief: true })).toEqual(at(30))
  })

  describe('the purge of ended ones', () => {
    test('takes temporary ones at once, with all that hung on them, and leaves the others', async () => {
      const temporary = await begin(TEMPORARY)
      await exchange(db.now, {
        sessionId: temporary,
        now: at(0),
        end: { context: contextOf({ own: 'Here.' }) },
      })
      const [brief, kept] = [await begin(BRIEF), await begin({})]
      await end(900)
      expect(await purge(100)).toBe(1)
      expect(await purge(100)).toBe(0)
      expect(await stored()).toEqual([brief, kept].toSorted())
      expect(await count('message')).toBe(4)
    })

    test('takes the others while more sessions exist than the threshold, those that ended first first', async () => {
      await begin(BRIEF, 1)
      const [second, third] = [await begin(BRIEF, 2), await begin({}, 3)]
      const open = await begin({}, 900)
      await store().end({ brief: at(1), kept: null }, at(100))
      await store().end({ brief: at(2), kept: null }, at(200))
      await store().end({ brief: at(2), kept: at(3) }, at(300))
      expect(await purge(4)).toBe(0)
      expect(await purge(3)).toBe(1)
      expect(await stored()).toEqual([second, third, open].toSorted())
      expect(await purge(2)).toBe(1)
      expect(await stored()).toEqual([third, open].toSorted())
      expect(await purge(0)).toBe(1)
      expect(await purge(0)).toBe(0)
      expect(await stored()).toEqual([open])
    })

    test('takes no more than it is asked for', async () => {
      for (let i = 0; i < 5; i++) await begin(i < 3 ? TEMPORARY : BRIEF, i)
      await end(900)
      for (const taken of [2, 1, 2, 0]) expect(await purge(0, 2)).toBe(taken)
      expect(await count('message')).toBe(0)
    })

    test('leaves what someone deleted to its own purge: it can be brought back', async () => {
      const sessionId = await begin(TEMPORARY)
      await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'p', now: at(5), until: at(40) })
      await end(900)
      expect(await purge(0)).toBe(0)
      await db.now.sessions.undo(OWNER, 'p')
      expect(await listed()).toEqual([sessionId])
    })

    test('has the file scrubbed once for all, and later', async () => {
      for (let i = 0; i < 3; i++) await begin(TEMPORARY, i)
      await end(900)
      while ((await purge(100, 1)) > 0);
      expect(await leaseDue(db.now, { now: at(1_999) })).toEqual([])
      const jobs = await leaseDue(db.now, { now: at(2_000) })
      expect(jobs).toMatchObject([{ payload: { kind: 'scrub' } }])
      await db.now.purge.run(jobs[0]?.id ?? '', jobs[0]?.payload)
    })
  })

  describe('the job', () => {
    const lease = (seconds: number) => leaseDue(db.now, { now: at(seconds), kinds: ['end-sessions'] })

    test('is there once, at the earliest time that was asked for, whoever asks', async () => {
      const other = await db.another()
      await Promise.all(
        [db.now, other, db.now, other].map((by, i) => by.sessionLifeStore.ask(at(30 + i), at(0))),
      )
      await store().ask(at(40), at(0))
      expect(await count('job')).toBe(1)
      expect(await lease(29)).toEqual([])
      expect(await lease(30)).toHaveLength(1)
    })

    test('comes again when it asked for that, and one process has it at a time', async () => {
      await store().ask(at(1), at(0))
      const [job] = await lease(1)
      if (!job) throw new Error('It was asked for.')
      expect(await lease(2)).toEqual([])
      await store().askAgain(at(50))
      await db.now.jobs.done(job)
      expect(await lease(49)).toEqual([])
      expect(await lease(50)).toMatchObject([{ id: job.id, attempts: 1 }])
    })

    test('is nobody’s work that waits', async () => {
      await store().ask(at(1), at(0))
      expect((await db.now.jobBoard.list(OWNER, { now: at(0), limit: 10 })).waiting).toBe(0)
    })
  })

  test('ended ones go when their owner deletes all, and an undo brings back only what was there', async () => {
    const [ended, open] = [await begin(BRIEF), await begin({})]
    const others = (await exchange(db.now, { kind: BRIEF, owner: 'another' })).sessionId
    await end(900)
    const deleteAll = (purgeId: string) =>
      db.now.sessions.delete(OWNER, null, { purgeId, now: at(1_001), until: at(1_001) })
    await deleteAll('p')
    await db.now.sessions.undo(OWNER, 'p')
    expect(await listed()).toEqual([open])
    expect(await stored()).toContain(ended)
    await deleteAll('q')
    for (const job of await leaseDue(db.now, { now: at(1_001) })) await db.now.purge.run(job.id, job.payload)
    expect(await stored()).toEqual([others])
  })
})
