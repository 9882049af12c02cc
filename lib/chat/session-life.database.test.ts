import { describe, expect, test } from 'vitest'
import { leaseDue } from '../db/testing/leases.ts'
import { begun, endOf, exchange, OWNER, sendTurn } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { SessionKind } from '../schemas/session.ts'
import { createSessionLife } from './session-life.ts'

/** Also between two seconds. */
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds)

const BRIEF_S = 3_600
const OF_A_PROGRAM = { source: 'interface', brief: true } as const
const TEMPORARY = { source: 'page', temporary: true, brief: true } as const
const gone = { code: 'session_not_found' }

describe.each(DIALECTS)('the life of sessions on %s', (dialect) => {
  const db = useDatabase(dialect)

  /** At a time that the test sets, in seconds. */
  function lifeAt({
    keptS = null,
    threshold = 100,
    onAsk = () => undefined,
  }: {
    keptS?: number | null
    threshold?: number
    onAsk?(): void
  } = {}) {
    const time = { now: 0 }
    const life = createSessionLife({
      ...db.now,
      clock: { now: () => at(time.now) },
      briefMs: 1_000 * BRIEF_S,
      keptMs: keptS === null ? null : 1_000 * keptS,
      threshold,
      onAsk,
    })
    return { time, ...life }
  }

  const begin = async (kind: Partial<SessionKind> = OF_A_PROGRAM, seconds = 0) =>
    (await exchange(db.now, { kind, now: at(seconds) })).sessionId
  const isThere = (sessionId: string) =>
    db.now.sessions.get(OWNER, sessionId).then(
      () => true,
      (error) => {
        expect(error).toMatchObject(gone)
        return false
      },
    )
  const stored = async () =>
    (await db.now.database.read((tx) => tx.session.findMany({ select: { id: true } }))).map(({ id }) => id)
  const leaseJob = (seconds: number) => leaseDue(db.now, { now: at(seconds), kinds: ['end-sessions'] })
  const waiting = () =>
    db.now.database.read((tx) =>
      tx.job.findUnique({ where: { key: 'end-sessions' }, select: { runAt: true } }),
    )

  /** As the job runner carries it out; says when it comes again. */
  async function runJob(life: ReturnType<typeof lifeAt>, seconds: number) {
    life.time.now = seconds
    const [job] = await leaseJob(seconds)
    if (!job) throw new Error('The job is not due.')
    await life.run(new AbortController().signal)
    await db.now.jobs.done(job)
    return (await waiting())?.runAt
  }

  test('a brief one is there until its time is over, to the millisecond, and then unknown', async () => {
    const life = lifeAt()
    const sessionId = await begin()
    life.time.now = BRIEF_S - 0.001
    await life.settle()
    expect(await isThere(sessionId)).toBe(true)
    life.time.now = BRIEF_S
    await life.settle()
    expect(await isThere(sessionId)).toBe(false)
  })

  test('each use begins its time anew', async () => {
    const life = lifeAt()
    const sessionId = await begin()
    await exchange(db.now, { sessionId, now: at(3_000) })
    life.time.now = BRIEF_S + 2_999
    await life.settle()
    expect(await isThere(sessionId)).toBe(true)
  })

  test('others are kept, or end by a time of their own', async () => {
    const sessionId = await begin({ source: 'interface', user: 'ada' })
    const [kept, ending] = [lifeAt(), lifeAt({ keptS: 9_000 })]
    kept.time.now = 1_000_000
    await kept.settle()
    ending.time.now = 8_999
    await ending.settle()
    expect(await isThere(sessionId)).toBe(true)
    ending.time.now = 9_000
    await ending.settle()
    expect(await isThere(sessionId)).toBe(false)
  })

  test('what is due can be told from what was read of a session', () => {
    const [kept, ending] = [lifeAt(), lifeAt({ keptS: 9_000 })]
    const session = { brief: true, pinned: false, lastActiveAt: at(0) }
    for (const life of [kept, ending]) {
      life.time.now = BRIEF_S - 1
      expect(life.isDue(session)).toBe(false)
      life.time.now = BRIEF_S
      expect(life.isDue(session)).toBe(true)
      expect(life.isDue({ ...session, pinned: true })).toBe(false)
      expect(life.isDue({ ...session, brief: false })).toBe(false)
      life.time.now = 9_000
      expect(life.isDue({ ...session, brief: false })).toBe(life === ending)
    }
  })

  describe('the job', () => {
    test('is asked for with the first session that ends, or that may leave a reply, at the time it is due', async () => {
      let asks = 0
      const life = lifeAt({ onAsk: () => void asks++ })
      await life.prepare({ brief: false, source: 'page' })
      expect([await waiting(), asks]).toEqual([null, 0])
      life.time.now = 10
      await life.prepare({ brief: true, source: 'page' })
      await life.prepare({ brief: true, source: 'page' })
      expect([await waiting(), asks]).toEqual([{ runAt: at(10 + BRIEF_S) }, 1])
      const another = lifeAt()
      await another.prepare({ brief: false, source: 'interface' })
      expect(await waiting()).toEqual({ runAt: at(BRIEF_S) })
    })

    test('is asked for by any session where all end', async () => {
      await lifeAt({ keptS: 60 }).prepare({ brief: false, source: 'page' })
      expect(await waiting()).toEqual({ runAt: at(60) })
    })

    test('ends and purges a temporary session when its time is over, and comes again for the next one', async () => {
      const life = lifeAt()
      await life.prepare(TEMPORARY)
      const [first, second] = [await begin(TEMPORARY), await begin(TEMPORARY, 100)]
      expect(await runJob(life, BRIEF_S)).toEqual(at(BRIEF_S + 100))
      expect(await stored()).toEqual([second])
      expect(await isThere(first)).toBe(false)
      // Of those that begin from now on none can end before the next look.
      expect(await runJob(life, BRIEF_S + 100)).toEqual(at(2 * BRIEF_S + 100))
      expect(await stored()).toEqual([])
    })

    test('does not come again at once for sessions that end one after the other', async () => {
      const life = lifeAt()
      await life.prepare(TEMPORARY)
      await begin(TEMPORARY)
      await begin(TEMPORARY, 0.01)
      expect(await runJob(life, BRIEF_S)).toEqual(at(BRIEF_S + 1))
    })

    test('waits for a session whose answer runs, a timeout from that one’s end', async () => {
      const life = lifeAt()
      await life.prepare(TEMPORARY)
      const turn = sendTurn({ kind: TEMPORARY })
      const { session } = begun(await db.now.turnStore.begin(turn))
      expect(await runJob(life, BRIEF_S)).toEqual(at(2 * BRIEF_S))
      expect(await isThere(session.id)).toBe(true)
      await db.now.turnStore.end(endOf(turn, 'late', { now: at(BRIEF_S + 7) }))
      expect(await runJob(life, 2 * BRIEF_S)).toEqual(at(2 * BRIEF_S + 7))
      expect(await isThere(session.id)).toBe(true)
      await runJob(life, 2 * BRIEF_S + 7)
      expect(await stored()).toEqual([])
    })

    test('leaves the threshold of sessions, and takes those that ended first', async () => {
      const life = lifeAt({ threshold: 60 })
      await life.prepare(OF_A_PROGRAM)
      const kept = await begin({})
      await db.now.database.write((tx) =>
        tx.session.createMany({
          data: Array.from({ length: 130 }, (_, i) => ({
            id: `s${String(i).padStart(3, '0')}`,
            owner: OWNER,
            title: 'x',
            brief: true,
            createdAt: at(i),
            lastActiveAt: at(i),
          })),
        }),
      )
      await runJob(life, BRIEF_S + 200)
      const left = await stored()
      expect(left).toHaveLength(60)
      expect(left).toContain(kept)
      expect(left).not.toContain('s070')
      expect(left).toContain('s071')
    })

    test('drops the replies that may no longer be given again', async () => {
      const life = lifeAt()
      const { answerId: messageId } = await exchange(db.now, { now: at(0) })
      for (const seconds of [10, 11])
        await db.now.replies.keep(OWNER, { key: `until ${seconds}`, messageId, expiresAt: at(seconds) })
      life.time.now = 10
      await life.run(new AbortController().signal)
      const left = await db.now.database.read((tx) => tx.cachedReply.findMany({ select: { key: true } }))
      expect(left).toEqual([{ key: 'until 11' }])
    })

    test('takes no further batch when it has to stop', async () => {
      const life = lifeAt()
      await begin(TEMPORARY)
      life.time.now = BRIEF_S
      const stopping = AbortSignal.abort()
      await life.run(stopping)
      expect(await stored()).toHaveLength(1)
    })
  })
})
