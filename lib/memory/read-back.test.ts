import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlanInput, plan } from './plan.ts'
import { type ReadPage, readBack, readFloor, rowsNeeded } from './read-back.ts'
import type { StoredSummary } from './stored-summary.ts'
import { planInputs } from './testing/random-plans.ts'
import { runs } from './testing/runs.ts'
import { costOf, path, planInput } from './testing/stored-rows.ts'
import type { StoredMessage } from './types.ts'

/** Pages as the database gives them, with a count of the rows read and of the queries. */
function pagesOf(rows: readonly StoredMessage[]) {
  const cost = { rows: 0, pages: 0 }
  const readPage: ReadPage = async (beforeSeq, take) => {
    const below = rows.filter((row) => row.seq < beforeSeq)
    const page = below.slice(Math.max(0, below.length - take)).toReversed()
    cost.rows += page.length
    cost.pages += 1
    return page
  }
  return { readPage, cost }
}

describe('readBack', () => {
  test('reads so much that the plan is the one over all rows', async () => {
    await fc.assert(
      fc.asyncProperty(planInputs, async (input) => {
        const read = await readBack(pagesOf(input.rows).readPage, input, { beforeSeq: Infinity })
        expect(plan({ ...input, rows: read })).toEqual(plan(input))
      }),
      runs(1_000),
    )
  })

  test('does so for a draft that is not stored', async () => {
    await fc.assert(
      fc.asyncProperty(planInputs, async (input) => {
        const draft = input.rows.at(-1)
        if (!draft) throw new Error('A plan has a new message.')
        const { readPage } = pagesOf(input.rows.slice(0, -1))
        const firstSeq = input.rows.length > 1 ? input.firstSeq : null
        const read = await readBack(readPage, { ...input, firstSeq }, { draft })
        expect(plan({ ...input, firstSeq, rows: read })).toEqual(plan({ ...input, firstSeq }))
      }),
      runs(1_000),
    )
  })

  test('does so where only the rows below the divider are handed out', async () => {
    await fc.assert(
      fc.asyncProperty(planInputs, async (input) => {
        const below = input.rows.filter((row) => row.seq > (input.dividerSeq ?? -1))
        const read = await readBack(pagesOf(below).readPage, input, { beforeSeq: Infinity })
        expect(plan({ ...input, rows: read })).toEqual(plan(input))
      }),
      runs(1_000),
    )
  })

  test('does so where only the rows from the floor on are handed out', async () => {
    await fc.assert(
      fc.asyncProperty(planInputs, async (input) => {
        const floor = readFloor(input)
        const above = input.rows.filter((row) => row.seq >= floor)
        const read = await readBack(pagesOf(above).readPage, input, { beforeSeq: Infinity })
        expect(plan({ ...input, rows: read })).toEqual(plan(input))
      }),
      runs(1_000),
    )
  })

  test.each([
    ['a budget', { tokens: costOf(101) }, 101],
    ['a window', { maxExchanges: 50 }, 101],
    ['a small window', { maxExchanges: 2 }, 5],
    ['no exchange', { maxExchanges: 0 }, 1],
  ])('reads little more than %s holds, in few pages, whatever the length', async (_, settings, kept) => {
    const costs = [1_000, 20_000].map(async (length) => {
      const { readPage, cost } = pagesOf(path(`${'u a '.repeat(length / 2)}u`))
      await readBack(readPage, planInput(path('u'), settings), { beforeSeq: Infinity })
      return cost
    })
    const [short, long] = await Promise.all(costs)
    expect(long).toEqual(short)
    expect(long?.rows).toBeLessThanOrEqual(kept * 1.2 + 2)
    expect(long?.pages).toBeLessThanOrEqual(2)
  })

  test.each([
    ['right', 1, 1, 112],
    ['far too short', 0.1, 1, 128],
    ['far too long', 30, 3, 128],
    ['nothing', 0, 1, 128],
  ])('a guess at the mean length that is %s changes only how it reads', async (_, share, pages, rows) => {
    const long = path(`${'u a '.repeat(1_000)}u`)
    const input = planInput(long, { tokens: costOf(101) })
    const { readPage, cost } = pagesOf(long)
    const [{ tokens } = { tokens: 0 }] = long
    const read = await readBack(readPage, { ...input, meanTokens: share * tokens }, { beforeSeq: Infinity })
    expect(plan({ ...input, rows: read })).toEqual(plan(input))
    expect(cost.pages).toBeLessThanOrEqual(pages)
    expect(cost.rows).toBeLessThanOrEqual(rows)
  })

  test('reads no further than the page that holds the divider', async () => {
    const rows = path(`${'u a '.repeat(500)}u`).map((row) => ({ ...row, seq: row.seq * 2 }))
    const { readPage, cost } = pagesOf(rows)
    await readBack(readPage, { ...planInput(rows), dividerSeq: 1_989 }, { beforeSeq: Infinity })
    expect(cost.rows).toBeLessThanOrEqual(32)
  })

  test('asks for no more once a page was not full, also where older rows should be there', async () => {
    const rows = path('u a u a u').map((row) => ({ ...row, seq: row.seq + 100 }))
    const { readPage, cost } = pagesOf(rows)
    await readBack(readPage, { ...planInput(rows), firstSeq: 0 }, { beforeSeq: Infinity })
    expect(cost).toEqual({ rows: 5, pages: 1 })
  })

  test('reads nothing for the first draft of a session', async () => {
    const { readPage, cost } = pagesOf([])
    const [draft] = path('u')
    if (!draft) throw new Error('A path has a row.')
    expect(await readBack(readPage, { ...planInput([]), firstSeq: null }, { draft })).toEqual([draft])
    expect(cost.pages).toBe(0)
  })

  test('reads the new message even where its seq says that nothing is older', async () => {
    const { readPage } = pagesOf(path('u'))
    expect(await readBack(readPage, planInput(path('u')), { beforeSeq: 1 })).toEqual(path('u'))
  })

  test.each(['t ', 's '])('reads to the head of an exchange that may be excluded, of %j', async (more) => {
    const rows = path(`u a u a ${more.repeat(80)}u`, { 2: { excluded: true } })
    const input = planInput(rows, { tokens: costOf(10) })
    const read = await readBack(pagesOf(rows).readPage, input, { beforeSeq: Infinity })
    expect(plan({ ...input, rows: read }).sent.map((row) => row.seq)).toEqual([0, 1, 84])
  })
})

describe('rowsNeeded', () => {
  const below = (line: string, edit?: Parameters<typeof path>[1]) =>
    path(line, edit).map((row) => ({ ...row, seq: row.seq + 1_000 }))
  const needed = (
    rows: StoredMessage[],
    settings: Parameters<typeof planInput>[1] = {},
    meanTokens?: number,
  ) => rowsNeeded({ ...planInput(rows, settings), firstSeq: 0, meanTokens }, rows)

  test('is a first page as long as the new message stands alone', () => {
    expect([needed([]), needed(below('u'))]).toEqual([32, 32])
    expect([needed([], { maxExchanges: 3 }), needed(below('u'), { maxExchanges: 3 })]).toEqual([8, 8])
  })

  test('is a first page that the mean length fills the limit with, and a tenth more, within bounds', () => {
    const first = [10, 2, 500].map((mean) => needed([], { tokens: costOf(50) }, mean))
    expect(first).toEqual([56, 128, 8])
  })

  test('is then a guess by what was filled, and a tenth more', () => {
    const rows = below(`${'u a '.repeat(20)}u`)
    // Of 60 rows of room 40 are filled; of 30 exchanges 20.
    const guess = Math.ceil(41 * (1.1 * 1.5 - 1))
    expect(needed(rows, { tokens: costOf(61) })).toBe(guess)
    expect(needed(rows, { maxExchanges: 30 })).toBe(guess)
  })

  test('is at most thrice what was read, and at least eight or a quarter of it', () => {
    const rows = below(`${'u a '.repeat(20)}u`)
    expect(needed(rows, { tokens: costOf(1_000) })).toBe(3 * 41)
    expect(needed(rows, { tokens: costOf(41) })).toBe(11)
    expect(needed(below('u a u'), { tokens: costOf(3) })).toBe(8)
    expect(needed(below('a u'))).toBe(8)
  })

  test('does not trip over a history that has no room, and takes none', () => {
    const rows = below('u a u a u', { 0: { excluded: true }, 2: { excluded: true } })
    expect(needed(rows, { tokens: costOf(1) })).toBe(15)
  })
})

describe('readFloor', () => {
  const asked: StoredSummary = {
    id: 's1',
    version: 1,
    fromSeq: 0,
    toSeq: 9,
    tokens: 20,
    asked: true,
    omitted: [],
  }
  const frame = (more: Partial<PlanInput> = {}, summary = asked): PlanInput => ({
    ...planInput(path(`${'u a '.repeat(10)}u`), { useSummary: true }),
    summaries: { versions: [summary], wrapper: { hash: 'wrapper', tokens: 5 }, failure: null },
    ...more,
  })

  test('is the divider, where there is one', () => {
    expect(readFloor(planInput(path('u')))).toBe(0)
    expect(readFloor({ ...planInput(path('u')), dividerSeq: 4 })).toBe(5)
  })

  test('is a summary that nothing before is sent of any more', () => {
    expect(readFloor(frame())).toBe(10)
    expect(readFloor({ ...frame(), settings: planInput([]).settings })).toBe(0)
  })

  test('is one that was written ahead only once it was sent', () => {
    const ahead = { ...asked, asked: false }
    expect(readFloor(frame({}, ahead))).toBe(0)
    expect(readFloor(frame({ dividerSeq: 4 }, ahead))).toBe(5)
    const previous = { ...plan(frame({}, ahead)).map, summary: { id: 's1', version: 1, toSeq: 9 } }
    expect(readFloor(frame({ previous }, ahead))).toBe(10)
  })
})
