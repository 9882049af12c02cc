import { describe, expect, test } from 'vitest'
import type { Mark } from '../schemas/mark.ts'
import { enqueueSummary } from './enqueue-summary.ts'
import { newSummary, storeSummary } from './testing/summaries.ts'
import { at, OWNER, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('marks and summaries on %s', (dialect) => {
  const db = useDatabase(dialect)

  /** Three exchanges, and a version that tells of the first two what it does not omit. */
  async function told(omitted: { seq: number; reason: 'excluded' | 'pinned' | 'budget' }[] = []) {
    const { sessionId, turns } = await talk(db.now)
    const ranges = omitted.map(({ seq, reason }) => ({ fromSeq: seq, toSeq: seq + 1, reason }))
    await storeSummary(db.now, sessionId, { toSeq: 3, omitted: ranges })
    const mark = (exchange: number, to: Mark) =>
      db.now.messages.mark(OWNER, sessionId, turns[exchange]?.answerId ?? '', { mark: to, now: at(9) })
    const usable = async () =>
      (await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).summaries.length > 0
    return { sessionId, mark, usable }
  }
  const asked = () =>
    db.now.database.read((db) =>
      db.job.findMany({ where: { kind: 'summary' }, select: { key: true, payload: true, runAt: true } }),
    )

  test('what is told and then excluded makes a version unusable, until it is not', async () => {
    const { sessionId, mark, usable } = await told()
    expect(await usable()).toBe(true)
    await mark(1, 'excluded')
    expect(await usable()).toBe(false)
    const payload = { sessionId, asked: null, again: { toSeq: 3, asked: false } }
    expect(await asked()).toEqual([{ key: `summary:${sessionId}`, payload, runAt: at(9) }])
    await mark(1, null)
    expect(await usable()).toBe(true)
  })

  test.each(['excluded', 'pinned'] as const)(
    'what was %s, so that it is not told, has to stay so or be marked otherwise',
    async (reason) => {
      const { mark, usable } = await told([{ seq: 2, reason }])
      for (const to of ['excluded', 'pinned'] as const) {
        await mark(1, to)
        expect(await usable()).toBe(true)
      }
      expect(await asked()).toEqual([])
      await mark(1, null)
      expect(await usable()).toBe(false)
      expect(await asked()).toHaveLength(1)
    },
  )

  test('what is told may be pinned; what was left out for another reason may be marked at will', async () => {
    const { mark, usable } = await told([{ seq: 0, reason: 'budget' }])
    await mark(1, 'pinned')
    for (const to of ['excluded', 'pinned', null] as const) await mark(0, to)
    await mark(1, null)
    expect([await usable(), await asked()]).toEqual([true, []])
  })

  test('each conflict counts for itself, however often it is said', async () => {
    const { mark, usable } = await told()
    for (const exchange of [0, 1, 1]) await mark(exchange, 'excluded')
    await mark(0, null)
    expect(await usable()).toBe(false)
    await mark(1, null)
    expect(await usable()).toBe(true)
  })

  describe('what the version in use stood for is asked for again', () => {
    const payloads = async () => (await asked()).map(({ payload }) => payload)

    test('but not what one that stays tells as far, or one that was taken back tells no further', async () => {
      const { sessionId, mark } = await told()
      const omitted = [{ fromSeq: 2, toSeq: 3, reason: 'excluded' as const }]
      await storeSummary(db.now, sessionId, { version: 2, toSeq: 3, omitted })
      await mark(1, 'excluded')
      await mark(1, null)
      expect(await asked()).toEqual([])
      await storeSummary(db.now, sessionId, { version: 3, toSeq: 1, asked: true })
      await mark(1, 'excluded')
      expect(await asked()).toEqual([])
      await mark(0, 'excluded')
      expect(await payloads()).toEqual([{ sessionId, asked: null, again: { toSeq: 1, asked: true } }])
    })

    test('at once where one waits, as far as the furthest, and no less than the user asked for', async () => {
      const { sessionId, mark } = await told()
      await storeSummary(db.now, sessionId, { version: 2, toSeq: 5, asked: true })
      await db.now.database.write((tx) => enqueueSummary(tx, OWNER, { sessionId, asked: null }, at(1)))
      await mark(2, 'excluded')
      const again = { sessionId, asked: null, again: { toSeq: 5, asked: true } }
      expect(await payloads()).toEqual([again])
      await mark(1, 'excluded')
      expect(await payloads()).toEqual([again])
      for (const exchange of [1, 2]) await mark(exchange, null)
      await db.now.summaries.ask(OWNER, { sessionId, asked: 'now' }, at(9))
      await mark(1, 'excluded')
      expect(await payloads()).toEqual([{ sessionId, asked: 'now' }])
    })

    test('not for a path that was left', async () => {
      const { sessionId, mark } = await told()
      await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(9) })
      await mark(1, 'excluded')
      expect(await asked()).toEqual([])
    })
  })

  test('no version is touched that does not stand for the exchange', async () => {
    const { mark, usable } = await told()
    await mark(2, 'excluded')
    expect([await usable(), await asked()]).toEqual([true, []])
  })

  test('all versions are brought in line, also those of a path that is divided', async () => {
    const { sessionId, mark } = await told()
    await storeSummary(db.now, sessionId, { version: 2, toSeq: 5 })
    await storeSummary(db.now, sessionId, {
      ...{ version: 3, toSeq: 5, omitted: [{ fromSeq: 2, toSeq: 3, reason: 'excluded' }] },
    })
    await mark(1, 'excluded')
    const usable = async () => {
      const { versions } = await db.now.summaries.list(OWNER, sessionId, { limit: 9 })
      return versions.filter((view) => view.usable).map(({ version }) => version)
    }
    expect(await usable()).toEqual([3])
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(9) })
    await mark(1, null)
    await db.now.messages.removeDivider(OWNER, sessionId, 'divider')
    expect(await usable()).toEqual([2, 1])
  })

  test('a version that is written meanwhile says what the marks say, whichever comes first', async () => {
    const other = await db.another()
    for (let n = 0; n < 10; n++) {
      const { sessionId, turns } = await talk(db.now)
      const mark = { mark: 'excluded' as const, now: at(9) }
      await Promise.all([
        other.summaries.add(OWNER, sessionId, newSummary({ toSeq: 3 })),
        db.now.messages.mark(OWNER, sessionId, turns[0]?.userId ?? '', mark),
      ])
      expect((await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).summaries).toEqual([])
    }
  })
})
