import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '../memory/types.ts'
import type { NewSummary } from '../ports/summaries.ts'
import type { Mark } from '../schemas/mark.ts'
import { newSummary, storeSummary } from './testing/summaries.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const purge = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })

describe.each(DIALECTS)('summaries on %s', (dialect) => {
  const db = useDatabase(dialect)
  const summaries = () => db.now.summaries
  const add = (sessionId: string, change: Partial<NewSummary> = {}) =>
    summaries().add(OWNER, sessionId, newSummary(change))
  const listOf = (sessionId: string, limit = 10) => summaries().list(OWNER, sessionId, { limit })
  const versionsOf = async (sessionId: string) =>
    (await listOf(sessionId)).versions.map(({ version, usable }) => (usable ? version : -version))
  const boundsOf = (sessionId: string, encoding: Encoding = 'o200k_base') =>
    db.now.messages.bounds(OWNER, sessionId, encoding)
  const inBounds = async (sessionId: string) =>
    (await boundsOf(sessionId)).summaries.map(({ version }) => version)
  const divide = (sessionId: string, id = 'divider') =>
    db.now.messages.addDivider(OWNER, sessionId, { id, now: at(9) })

  const markOf = (sessionId: string, messageId: string | undefined, mark: Mark) =>
    db.now.messages.mark(OWNER, sessionId, messageId ?? '', { mark, now: at(9) })

  describe('that are added', () => {
    test('are numbered, and listed newest first, as many as are asked for', async () => {
      const { sessionId } = await talk(db.now)
      const first = await add(sessionId, { id: 'one' })
      expect(first).toEqual({
        id: 'one',
        version: 1,
        fromSeq: 0,
        toSeq: 1,
        messageCount: 2,
        text: 'They spoke.',
        tokens: 4,
        author: 'model',
        model: 'builtin',
        basedOn: null,
        usable: true,
        createdAt: at(5).toISOString(),
      })
      const second = await add(sessionId, { after: 1, toSeq: 3 })
      expect(second).toMatchObject({ version: 2, toSeq: 3 })
      expect(await listOf(sessionId)).toEqual({ versions: [second, first], writing: false, failure: null })
      expect((await listOf(sessionId, 1)).versions).toEqual([second])
    })

    test('show in the session’s revision, as their edits and returns do', async () => {
      const { sessionId } = await talk(db.now)
      const revisions = new Set<string>()
      const note = async () => revisions.add((await db.now.sessions.get(OWNER, sessionId)).revision)
      await note()
      await add(sessionId, { id: 'one' })
      await note()
      await summaries().edit(OWNER, sessionId, {
        ...{ id: 'two', version: 1, text: 'Words.', now: at(9) },
        tokens: { cl100k: 1, o200k: 1 },
      })
      await note()
      await summaries().restore(OWNER, sessionId, { id: 'three', summaryId: 'one', now: at(9) })
      await note()
      expect(revisions.size).toBe(4)
    })

    test('are given to the planner with the tokens of its encoding', async () => {
      const { sessionId } = await talk(db.now)
      const omitted = [{ fromSeq: 1, toSeq: 1, reason: 'failed' as const }]
      await add(sessionId, { id: 'one', omitted, asked: true })
      const summary = { id: 'one', version: 1, fromSeq: 0, toSeq: 1, asked: true, omitted }
      expect((await boundsOf(sessionId)).summaries).toEqual([{ ...summary, tokens: 4 }])
      expect((await boundsOf(sessionId, 'cl100k_base')).summaries).toEqual([{ ...summary, tokens: 3 }])
      expect((await boundsOf(sessionId, 'unknown')).summaries).toEqual([{ ...summary, tokens: 4 }])
    })

    test('are refused where a newer one can be used that the writer did not know', async () => {
      const { sessionId } = await talk(db.now)
      await add(sessionId)
      expect(await add(sessionId)).toBeNull()
      expect(await add(sessionId, { after: 1, toSeq: 3 })).toMatchObject({ version: 2 })
      expect(await versionsOf(sessionId)).toEqual([2, 1])
    })

    test('may follow one that cannot be used any more, whether or not the writer knew it', async () => {
      const { sessionId } = await talk(db.now)
      await storeSummary(db.now, sessionId, { conflicts: [0] })
      expect(await add(sessionId)).toMatchObject({ version: 2 })
    })

    test('are refused where their path was left, divided or cleared', async () => {
      const { sessionId, last } = await talk(db.now, 2)
      const again = regenerateTurn(sessionId, last.answerId)
      begun(await db.now.turnStore.begin(again))
      await db.now.turnStore.end(endOf(again))
      expect(await add(sessionId, { toSeq: last.answerSeq })).toBeNull()
      expect(await add(sessionId, { toSeq: 1, fromSeq: 1 })).toBeNull()
      await divide(sessionId)
      expect(await add(sessionId)).toBeNull()
      await db.now.messages.removeDivider(OWNER, sessionId, 'divider')
      await db.now.sessions.clear(OWNER, sessionId, purge('c'))
      expect(await add(sessionId)).toBeNull()
      await db.now.sessions.undo(OWNER, 'c')
      expect(await add(sessionId)).toMatchObject({ version: 1 })
    })

    test('are refused where they tell what is excluded by now, or not what is no longer', async () => {
      const { sessionId, turns } = await talk(db.now)
      const mark = (to: Mark) => markOf(sessionId, turns[0]?.userId, to)
      const omitting = (reason: 'excluded' | 'pinned' | 'failed') => ({
        toSeq: 3,
        omitted: [{ fromSeq: 0, toSeq: 1, reason }],
      })
      await mark('excluded')
      expect(await add(sessionId, { toSeq: 3 })).toBeNull()
      expect(await add(sessionId, omitting('failed'))).toMatchObject({ version: 1 })
      await mark(null)
      expect(await add(sessionId, { after: 1, ...omitting('excluded') })).toBeNull()
      expect(await add(sessionId, { after: 1, ...omitting('pinned') })).toBeNull()
      await mark('pinned')
      expect(await add(sessionId, { after: 1, toSeq: 3 })).toMatchObject({ version: 2 })
      expect(await add(sessionId, { after: 2, ...omitting('excluded') })).toMatchObject({ version: 3 })
    })

    test('are refused where they tell something that was forgotten meanwhile, or not what is back', async () => {
      const { sessionId } = await talk(db.now)
      expect(await add(sessionId, { told: [0, 1, 2] })).toBeNull()
      expect(await add(sessionId, { told: [1] })).toBeNull()
      expect(await add(sessionId, { told: [1, 2] })).toBeNull()
      expect(await add(sessionId)).toMatchObject({ version: 1 })
    })

    test('go on from a version as long as that is there', async () => {
      const { sessionId } = await talk(db.now)
      const first = await add(sessionId)
      const more = { after: 1, toSeq: 3, told: [2, 3], messageCount: 4 }
      expect(await add(sessionId, { ...more, base: { id: 'forgotten', toSeq: 1 } })).toBeNull()
      expect(await add(sessionId, { ...more, base: { id: first?.id ?? '', toSeq: 1 } })).toMatchObject({
        version: 2,
        messageCount: 4,
      })
    })

    test('may omit a great many ranges', async () => {
      const { sessionId, turns } = await talk(db.now)
      for (const { userId } of turns.slice(0, 2)) await markOf(sessionId, userId, 'pinned')
      const ranges = Array.from({ length: 1_500 }, (_, i) => i + 6).map((seq) => ({
        fromSeq: seq,
        toSeq: seq,
      }))
      const omitted = [{ fromSeq: 0, toSeq: 3 }, ...ranges].map((range) => ({
        ...range,
        reason: 'pinned' as const,
      }))
      expect(await add(sessionId, { toSeq: 3, omitted })).toMatchObject({ version: 1 })
      await markOf(sessionId, turns[0]?.userId, null)
      expect(await add(sessionId, { after: 1, toSeq: 3, omitted: omitted.toReversed() })).toBeNull()
    })

    test('race with nobody: of two that know the same one, one is kept', async () => {
      const { sessionId } = await talk(db.now)
      const other = await db.another()
      const added = await Promise.all([
        add(sessionId, { text: 'mine' }),
        other.summaries.add(OWNER, sessionId, newSummary({ text: 'theirs' })),
      ])
      expect(added.filter((view) => view !== null)).toHaveLength(1)
      expect(await versionsOf(sessionId)).toEqual([1])
    })
  })

  describe('on the path', () => {
    test('count from its floor alone, and again when a divider is taken away', async () => {
      const { sessionId } = await talk(db.now, 2)
      await add(sessionId, { toSeq: 3 })
      await divide(sessionId)
      expect((await boundsOf(sessionId)).floorSeq).toBe(5)
      expect([await inBounds(sessionId), await versionsOf(sessionId)]).toEqual([[], [-1]])
      await exchange(db.now, { sessionId })
      expect(await add(sessionId, { fromSeq: 5, toSeq: 6 })).toMatchObject({ version: 2 })
      expect([await inBounds(sessionId), await versionsOf(sessionId)]).toEqual([[2], [2, -1]])
      await db.now.messages.removeDivider(OWNER, sessionId, 'divider')
      expect((await boundsOf(sessionId)).floorSeq).toBe(0)
      expect([await inBounds(sessionId), await versionsOf(sessionId)]).toEqual([[1], [-2, 1]])
    })

    test('are left with their last message', async () => {
      const { sessionId, last } = await talk(db.now, 2)
      await add(sessionId)
      await add(sessionId, { after: 1, toSeq: last.answerSeq })
      await db.now.turnStore.begin(regenerateTurn(sessionId, last.answerId))
      expect([await inBounds(sessionId), await versionsOf(sessionId)]).toEqual([[1], [-2, 1]])
    })

    test('are given to the planner as far back as a path may be left', async () => {
      const { sessionId } = await talk(db.now)
      for (let version = 1; version <= 40; version++) await storeSummary(db.now, sessionId, { version })
      const versions = await inBounds(sessionId)
      expect(versions).toEqual(Array.from({ length: 32 }, (_, i) => 40 - i))
    })
  })

  test('are found by id with their texts and counts, where they can be seen', async () => {
    const [{ sessionId }, other] = [await talk(db.now), await talk(db.now)]
    const failed = [{ fromSeq: 1, toSeq: 1, reason: 'failed' as const }]
    const [one, two] = [await add(sessionId), await add(other.sessionId, { text: 'Else.', omitted: failed })]
    const ids = [one?.id ?? '', two?.id ?? '', 'nowhere']
    const textsOf = (owner = OWNER) => summaries().texts(owner, ids)
    const first = [one?.id, { text: 'They spoke.', messageCount: 2 }]
    const second = [two?.id, { text: 'Else.', messageCount: 1 }]
    expect(await textsOf()).toEqual(new Map([first, second] as never))
    expect(await textsOf('another')).toEqual(new Map())
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    await db.now.sessions.clear(OWNER, other.sessionId, purge('c'))
    expect(await textsOf()).toEqual(new Map())
    for (const id of ['c', 'd']) await db.now.sessions.undo(OWNER, id)
    expect((await textsOf()).size).toBe(2)
  })

  describe('by the user', () => {
    const words = { text: 'In my words.', tokens: { cl100k: 5, o200k: 6 }, now: at(7) }
    const edit = (sessionId: string, version: number, owner = OWNER) =>
      summaries().edit(owner, sessionId, { id: randomUUID(), version, ...words })
    const restore = (sessionId: string, summaryId: string | undefined, owner = OWNER) =>
      summaries().restore(owner, sessionId, { id: randomUUID(), summaryId: summaryId ?? '', now: at(8) })
    const omitted = [{ fromSeq: 1, toSeq: 1, reason: 'failed' as const }]

    test('stand for the same messages, and are in force at once', async () => {
      const { sessionId } = await talk(db.now)
      const first = await add(sessionId, { omitted, messageCount: 1 })
      const { now: _, tokens, ...text } = words
      const edited = {
        ...first,
        ...text,
        id: expect.any(String),
        version: 2,
        tokens: tokens.o200k,
        basedOn: 1,
      }
      expect(await edit(sessionId, 1)).toEqual({
        ...{ ...edited, author: 'user', model: null, createdAt: at(7).toISOString() },
      })
      const [planned] = (await boundsOf(sessionId, 'cl100k_base')).summaries
      expect(planned).toMatchObject({ version: 2, tokens: 5, asked: true, omitted, fromSeq: 0, toSeq: 1 })
    })

    test('do not replace a newer one that the user has not seen', async () => {
      const { sessionId } = await talk(db.now)
      await add(sessionId)
      await add(sessionId, { after: 1, toSeq: 3 })
      await expect(edit(sessionId, 1)).rejects.toMatchObject({ code: 'summary_changed' })
      expect(await edit(sessionId, 2)).toMatchObject({ version: 3, toSeq: 3 })
      const results = await Promise.allSettled([edit(sessionId, 3), edit(sessionId, 3)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })

    test('replace one that has a newer one after it which cannot be used', async () => {
      const { sessionId } = await talk(db.now)
      await add(sessionId)
      await storeSummary(db.now, sessionId, { version: 2, conflicts: [0] })
      expect(await edit(sessionId, 1)).toMatchObject({ version: 3, basedOn: 1 })
    })

    test('go back to an earlier one, with whoever wrote it', async () => {
      const { sessionId } = await talk(db.now)
      const first = await add(sessionId, { omitted })
      await add(sessionId, { after: 1, toSeq: 3 })
      const mine = await edit(sessionId, 2)
      const back = { id: expect.any(String), version: 4, basedOn: 1, createdAt: at(8).toISOString() }
      expect(await restore(sessionId, first?.id)).toEqual({ ...first, ...back })
      expect(await restore(sessionId, mine.id)).toMatchObject({ version: 5, author: 'user', basedOn: 3 })
      const planned = (await boundsOf(sessionId)).summaries
      expect(planned.map(({ version, asked }) => [version, asked])).toEqual([
        [5, true],
        [4, true],
        [3, true],
        [2, false],
        [1, false],
      ])
    })

    test('go back to one as unusable as that is, until the marks are as before', async () => {
      const { sessionId, turns } = await talk(db.now)
      const first = await add(sessionId)
      await markOf(sessionId, turns[0]?.userId, 'excluded')
      expect(await restore(sessionId, first?.id)).toMatchObject({ version: 2, usable: false })
      expect(await inBounds(sessionId)).toEqual([])
      await markOf(sessionId, turns[0]?.userId, null)
      expect(await inBounds(sessionId)).toEqual([2, 1])
    })

    test('say what the marks say by now, where one is edited that they contradict', async () => {
      const { sessionId, turns } = await talk(db.now, 5)
      for (const [place, to] of (['excluded', 'pinned', 'excluded'] as const).entries())
        await markOf(sessionId, turns[place]?.userId, to)
      await add(sessionId, {
        toSeq: 7,
        omitted: [
          { fromSeq: 0, toSeq: 1, reason: 'excluded' },
          { fromSeq: 2, toSeq: 3, reason: 'pinned' },
          { fromSeq: 4, toSeq: 5, reason: 'excluded' },
          { fromSeq: 7, toSeq: 7, reason: 'failed' },
        ],
      })
      await markOf(sessionId, turns[0]?.userId, null)
      await markOf(sessionId, turns[3]?.userId, 'excluded')
      expect(await edit(sessionId, 1)).toMatchObject({ version: 2, usable: true, messageCount: 2 })
      const [planned] = (await boundsOf(sessionId)).summaries
      expect(planned).toMatchObject({ version: 2, asked: true, toSeq: 7 })
      expect(planned?.omitted).toEqual([
        { fromSeq: 2, toSeq: 3, reason: 'pinned' },
        { fromSeq: 4, toSeq: 6, reason: 'excluded' },
        { fromSeq: 7, toSeq: 7, reason: 'failed' },
      ])
      await markOf(sessionId, turns[3]?.userId, null)
      expect(await inBounds(sessionId)).toEqual([])
    })

    test('of one that cannot be used replace no newer one, usable or not', async () => {
      const { sessionId, turns } = await talk(db.now)
      await add(sessionId)
      await add(sessionId, { after: 1 })
      await markOf(sessionId, turns[0]?.userId, 'excluded')
      await expect(edit(sessionId, 1)).rejects.toMatchObject({ code: 'summary_changed' })
      expect(await edit(sessionId, 2)).toMatchObject({ version: 3, usable: true })
      await expect(edit(sessionId, 2)).rejects.toMatchObject({ code: 'summary_changed' })
    })

    test('undo one another: what was not in force before is not so afterwards', async () => {
      const { sessionId } = await talk(db.now)
      const first = await add(sessionId)
      const edited = await edit(sessionId, 1)
      await restore(sessionId, first?.id)
      await restore(sessionId, edited.id)
      await restore(sessionId, first?.id)
      const planned = (await boundsOf(sessionId)).summaries
      expect(planned.map(({ version, asked }) => [version, asked])).toEqual([
        [5, true],
        [4, true],
        [3, false],
        [2, true],
        [1, false],
      ])
    })

    test('are of versions that there are, that were not cleared, and that are theirs', async () => {
      const { sessionId } = await talk(db.now)
      const first = await add(sessionId)
      const other = await talk(db.now)
      const missing = { code: 'summary_not_found' }
      await expect(edit(sessionId, 9)).rejects.toMatchObject(missing)
      await expect(restore(other.sessionId, first?.id)).rejects.toMatchObject(missing)
      await db.now.sessions.clear(OWNER, sessionId, purge('c'))
      await expect(edit(sessionId, 1)).rejects.toMatchObject(missing)
      await expect(restore(sessionId, first?.id)).rejects.toMatchObject(missing)
    })
  })

  test('are hidden from another owner, and with their session', async () => {
    const { sessionId } = await talk(db.now)
    const first = await add(sessionId)
    const hiddenFrom = async (owner: string) => {
      const words = { text: 'Mine.', tokens: { cl100k: 1, o200k: 1 }, now: at(7) }
      const refused = [
        () => summaries().list(owner, sessionId, { limit: 1 }),
        () => summaries().add(owner, sessionId, newSummary({ after: 1 })),
        () => summaries().edit(owner, sessionId, { id: 'e', version: 1, ...words }),
        () => summaries().restore(owner, sessionId, { id: 'r', summaryId: first?.id ?? '', now: at(7) }),
        () => summaries().ask(owner, { sessionId, asked: 'now' }, at(7)),
      ]
      for (const call of refused) await expect(call()).rejects.toMatchObject({ code: 'session_not_found' })
    }
    await hiddenFrom('another')
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    await hiddenFrom(OWNER)
    await db.now.sessions.undo(OWNER, 'd')
    expect(await versionsOf(sessionId)).toEqual([1])
  })

  test('are hidden by a clear, and brought back with the messages', async () => {
    const { sessionId } = await talk(db.now)
    await add(sessionId)
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    expect([await versionsOf(sessionId), await inBounds(sessionId)]).toEqual([[], []])
    const { floorSeq } = await boundsOf(sessionId)
    const { answerSeq } = await exchange(db.now, { sessionId })
    // Its number is its own: the earlier ones may come back.
    expect(await add(sessionId, { fromSeq: floorSeq, toSeq: answerSeq })).toMatchObject({ version: 2 })
    await db.now.sessions.undo(OWNER, 'c')
    expect([await versionsOf(sessionId), await inBounds(sessionId)]).toEqual([[-2, 1], [1]])
  })
})
