import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plan } from './plan.ts'
import { type ReadPage, readBack, readFloor } from './read-back.ts'
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
