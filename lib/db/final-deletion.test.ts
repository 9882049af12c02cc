import { describe, expect, test } from 'vitest'
import type { FinalScope } from '../ports/final-deletion.ts'
import type { SessionKind } from '../schemas/session.ts'
import { NOTHING } from './testing/counts.ts'
import { leaseDue } from './testing/leases.ts'
import { storeSummary } from './testing/summaries.ts'
import { at, begun, contextOf, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const OF_A_PROGRAM = { source: 'interface', brief: true } as const
const ALL = { source: 'interface' } as const
const gone = { code: 'session_not_found' }

describe.each(DIALECTS)('final deletion on %s', (dialect) => {
  const db = useDatabase(dialect)

  const begin = (scope: FinalScope, purgeId = 'p', seconds = 10) =>
    db.now.finalDeletion.begin(OWNER, scope, { purgeId, now: at(seconds), takeOverAt: at(seconds + 60) })
  const finish = (purgeId = 'p') => db.now.finalDeletion.finish(OWNER, purgeId, at(11))
  const talkIn = (kind: Partial<SessionKind> = OF_A_PROGRAM, own = 'own') =>
    exchange(db.now, { kind, end: { context: contextOf({ [own]: 'Here.', shared: 'There.' }) } })
  const stored = async () =>
    (await db.now.database.read((tx) => tx.session.findMany({ select: { id: true } }))).map(({ id }) => id)
  const jobs = () =>
    db.now.database.read((tx) => tx.job.findMany({ where: { kind: 'purge' }, orderBy: { id: 'asc' } }))
  const rows = () =>
    db.now.database.read(async (tx) => ({
      messages: await tx.message.count(),
      runs: await tx.run.count(),
      maps: await tx.contextMap.count(),
      summaries: await tx.summary.count(),
      titles: await tx.job.count({ where: { kind: 'title' } }),
    }))

  test('of one session counts what goes and deletes it, and leaves the others', async () => {
    const [one, other] = [await talkIn(), await talkIn({}, 'other')]
    await storeSummary(db.now, one.sessionId)
    expect(await begin({ sessionId: one.sessionId })).toEqual({
      counts: { ...NOTHING, sessions: 1, messages: 2, summaries: 1, maps: 1, prompts: 1 },
      answering: [],
    })
    await expect(db.now.sessions.get(OWNER, one.sessionId)).rejects.toMatchObject(gone)
    await finish()
    expect(await stored()).toEqual([other.sessionId])
    expect(await rows()).toEqual({ messages: 2, runs: 1, maps: 1, summaries: 0, titles: 1 })
    await expect(begin({ sessionId: one.sessionId }, 'again')).rejects.toMatchObject(gone)
    expect((await jobs()).map(({ key }) => key)).toEqual(['scrub'])
  })

  test('of all that a source made leaves those of the page and of other owners', async () => {
    await talkIn()
    await talkIn({ ...OF_A_PROGRAM, user: 'ada', brief: false })
    const page = await talkIn({})
    const others = await exchange(db.now, { kind: OF_A_PROGRAM, owner: 'another' })
    expect((await begin(ALL)).counts).toMatchObject({ sessions: 2, messages: 4, maps: 2 })
    await finish()
    expect((await stored()).toSorted()).toEqual([page.sessionId, others.sessionId].toSorted())
    expect((await begin(ALL, 'q')).counts).toEqual(NOTHING)
  })

  test('takes ended ones and those that were deleted: no undo brings these back', async () => {
    const [ended, deleted] = [await talkIn(), await talkIn()]
    const undo = { purgeId: 'undo', now: at(5), until: at(40) }
    await db.now.sessions.delete(OWNER, deleted.sessionId, undo)
    await db.now.sessionLifeStore.end({ brief: at(0), kept: null }, at(6))
    await begin(ALL)
    await db.now.sessions.undo(OWNER, 'undo')
    for (const { sessionId } of [ended, deleted])
      await expect(db.now.sessions.get(OWNER, sessionId)).rejects.toMatchObject(gone)
    await finish()
    expect(await stored()).toEqual([])
  })

  test('takes a clear with it that could be taken back: its title quotes the conversation', async () => {
    const { sessionId } = await talkIn()
    await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'c', now: at(5), until: at(40) })
    await begin({ sessionId })
    await finish()
    expect((await jobs()).map(({ key }) => key)).toEqual(['scrub'])
    await expect(db.now.sessions.undo(OWNER, 'c')).rejects.toMatchObject({ code: 'undo_expired' })
  })

  test('cannot be undone, from its beginning on', async () => {
    const { sessionId } = await talkIn()
    await begin({ sessionId })
    await expect(db.now.sessions.undo(OWNER, 'p')).rejects.toMatchObject({ code: 'undo_expired' })
    await finish()
    const [scrub] = await jobs()
    await expect(db.now.sessions.undo(OWNER, scrub?.id ?? '')).rejects.toMatchObject({ code: 'undo_expired' })
    expect(await jobs()).toHaveLength(1)
  })

  test('is carried to its end by a job where the process died in the middle', async () => {
    await talkIn()
    await begin(ALL)
    expect(await leaseDue(db.now, { now: at(69) })).toEqual([])
    for (const job of await leaseDue(db.now, { now: at(70) })) {
      await db.now.purge.run(job.id, job.payload)
      await db.now.jobs.done(job)
    }
    expect(await stored()).toEqual([])
    expect(await jobs()).toEqual([])
  })

  test('of the first ones at once is scrubbed once', async () => {
    const [one, two, other] = [await talkIn(), await talkIn(), await db.another()]
    await begin({ sessionId: one.sessionId })
    await begin({ sessionId: two.sessionId }, 'q')
    await Promise.all([finish(), other.finalDeletion.finish(OWNER, 'q', at(11))])
    expect((await jobs()).map(({ key }) => key)).toEqual(['scrub'])
  })

  test('of many at once is scrubbed once, and at once, also where one waits for later', async () => {
    const temporary = await talkIn({ brief: true, temporary: true })
    await db.now.sessionLifeStore.end({ brief: at(0), kept: null }, at(6))
    await db.now.sessionLifeStore.purge({ limit: 1, threshold: 100, now: at(6), scrubAt: at(9_000) })
    const others = [await talkIn(), await talkIn(), await talkIn()]
    expect(await stored()).not.toContain(temporary.sessionId)
    await Promise.all(
      others.map(async ({ sessionId }) => {
        await begin({ sessionId }, sessionId)
        await finish(sessionId)
      }),
    )
    const due = await leaseDue(db.now, { now: at(11) })
    expect(due).toMatchObject([{ payload: { kind: 'scrub' } }])
    for (const job of due) {
      await db.now.purge.run(job.id, job.payload)
      expect(await db.now.jobs.done(job)).toBe(true)
    }
    expect(await db.now.database.read((tx) => tx.promptText.count())).toBe(0)
    expect(await jobs()).toEqual([])
  })

  test('tells which sessions answer, and nothing of those answers comes back', async () => {
    const { sessionId } = await talkIn()
    const turn = sendTurn({ sessionId })
    begun(await db.now.turnStore.begin(turn))
    const { answering } = await begin({ sessionId })
    expect(answering).toEqual([sessionId])
    const log = { runId: turn.runId, part: 0, offset: 0, kind: 'text', text: 'x' } as const
    const end = endOf(turn, 'late', { context: contextOf({ late: 'Late.' }), summaryDue: true })
    for (const step of [() => Promise.resolve(), finish]) {
      await step()
      expect(await db.now.turnStore.append(turn.processId, [log], [turn.runId])).toEqual([
        { runId: turn.runId, ours: false, stopRequested: false },
      ])
      expect(await db.now.turnStore.end(end)).toBeNull()
    }
    expect(await rows()).toEqual({ messages: 0, runs: 0, maps: 0, summaries: 0, titles: 0 })
  })

  test('meets the end of an answer at any moment, and nothing of it is left', async () => {
    const other = await db.another()
    for (let i = 0; i < 10; i++) {
      const { sessionId } = await talkIn()
      const turn = sendTurn({ sessionId })
      begun(await db.now.turnStore.begin(turn))
      const deletion = begin({ sessionId }, `p${i}`).then(() => finish(`p${i}`))
      await Promise.all([other.turnStore.end(endOf(turn, 'late', { summaryDue: true })), deletion])
      expect(await stored()).toEqual([])
      expect(await rows()).toMatchObject({ messages: 0, runs: 0, titles: 0 })
    }
    expect(await db.now.database.read((tx) => tx.job.count({ where: { kind: 'summary' } }))).toBe(0)
  })
})
