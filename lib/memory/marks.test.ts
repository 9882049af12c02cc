import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContextMap } from './context-map.ts'
import { type PlanInput, plan } from './plan.ts'
import { runs } from './testing/runs.ts'
import { costOf, passage, path, planInput, RECALL, recallRecord } from './testing/stored-rows.ts'
import type { StoredMessage } from './types.ts'
import { withRecall } from './with-recall.ts'

/** The decisions of a conversation's turns, one after the other, each with the one before it. */
function turnByTurn(
  rows: readonly StoredMessage[],
  frame: Omit<PlanInput, 'rows' | 'previous'>,
  found: (map: ContextMap, turn: number) => ContextMap = (map) => map,
): ContextMap[] {
  const maps: ContextMap[] = []
  for (const [place, { role }] of rows.entries())
    if (role === 'user') {
      const { map } = plan({ ...frame, rows: rows.slice(0, place + 1), previous: maps.at(-1) ?? null })
      maps.push(found(map, maps.length))
    }
  return maps
}

const starts = (maps: readonly ContextMap[]) => maps.map(({ keptStart }) => keptStart)

describe('the kept start', () => {
  const rows = path(`${'u a '.repeat(11)}u`)

  test('stays until the high mark is passed, then moves to the low mark', () => {
    // Room for ten messages before the new one: five exchanges, of which seven tenths keep three.
    const maps = turnByTurn(rows, planInput(rows, { tokens: costOf(11) }))
    expect(starts(maps)).toEqual([null, 0, 0, 0, 0, 0, 6, 6, 6, 12, 12, 12])
    expect(maps.at(-1)?.trimmed).toEqual({ beforeSeq: 12, reason: 'budget' })
    expect(maps.at(-1)?.leftOut).toEqual([{ fromSeq: 0, toSeq: 11, reason: 'budget' }])
  })

  test('of a window by exchanges moves in steps too', () => {
    const maps = turnByTurn(rows, planInput(rows, { maxExchanges: 5 }))
    expect(starts(maps)).toEqual([null, 0, 0, 0, 0, 0, 4, 4, 8, 8, 12, 12])
    expect(maps.at(-1)?.leftOut).toEqual([{ fromSeq: 0, toSeq: 11, reason: 'window' }])
  })

  test('of a small window moves with every turn', () => {
    expect(starts(turnByTurn(rows, planInput(rows, { maxExchanges: 1 }))).slice(0, 5)).toEqual([
      null,
      0,
      2,
      4,
      6,
    ])
    expect(starts(turnByTurn(rows, planInput(rows, { maxExchanges: 0 }))).slice(0, 3)).toEqual([
      null,
      null,
      null,
    ])
  })

  test.each<[string, Partial<PlanInput>]>([
    ['a larger budget', { settings: { maxExchanges: null, maxTokens: 1_000, useSummary: false } }],
    ['another window', { settings: { maxExchanges: 9, maxTokens: costOf(11) + 3, useSummary: false } }],
    ['summaries', { settings: { maxExchanges: null, maxTokens: costOf(11) + 3, useSummary: true } }],
    ['another encoding', { limits: { ...planInput([]).limits, encoding: 'cl100k_base' } }],
  ])('is looked for anew with %s', (_, change) => {
    const frame = planInput(rows.slice(0, 15), { tokens: costOf(11) })
    const previous = turnByTurn(rows.slice(0, 13), frame).at(-1) ?? null
    expect(plan({ ...frame, previous }).map.keptStart).toBe(6)
    const anew = plan({ ...frame, ...change, previous }).map
    expect(anew).toEqual(plan({ ...frame, ...change, previous: null }).map)
  })

  test('Recall harms: recall at the head of the prompt changes every turn: it stays, whatever is found, and moves as without it', () => {
    const recall = { maxTokens: 30 }
    const settings = { tokens: costOf(11) + 30, recall: { ...RECALL, ...recall } }
    const frame = { ...planInput(rows, settings), recall }
    const found = (map: ContextMap, turn: number): ContextMap =>
      withRecall(map, {
        outcome: 'found',
        wrapper: { hash: 'w' },
        passages: [passage({ exchangeId: `q${turn}` })],
        tokens: (7 * turn) % 31,
        by: 'words',
        model: null,
        failure: null,
      })
    const kept = [null, 0, 0, 0, 0, 0, 6, 6, 6, 12, 12, 12]
    expect(starts(turnByTurn(rows, frame))).toEqual(kept)
    expect(starts(turnByTurn(rows, frame, found))).toEqual(kept)
  })

  test.each([
    ['another reserve', 20],
    ['none', null],
  ])('is looked for anew with %s, as the room is another', (_, maxTokens) => {
    const withReserve = (maxTokens: number | null) => ({
      ...planInput(rows.slice(0, 15), {
        tokens: costOf(11) + 10,
        ...(maxTokens === null ? {} : { recall: { ...RECALL, maxTokens } }),
      }),
      recall: maxTokens === null ? null : { maxTokens },
    })
    const previous = turnByTurn(rows.slice(0, 13), withReserve(10)).at(-1) ?? null
    expect(previous?.trimmed?.beforeSeq).toBe(6)
    const anew = withReserve(maxTokens)
    expect(plan({ ...anew, previous })).toEqual(plan({ ...anew, previous: null }))
    // Less was left of it by a long message: that is no other room.
    const left = previous && { ...previous, recall: recallRecord(0) }
    expect(plan({ ...withReserve(10), previous: left }).map.keptStart).toBe(6)
    expect(plan({ ...anew, previous }).map.keptStart).toBe(8)
  })

  test('stays where more is asked for recall than a quarter of the limit, which gives no more', () => {
    const recalling = (maxTokens: number) => ({
      ...planInput(rows.slice(0, 15), { tokens: costOf(11), recall: { ...RECALL, maxTokens } }),
      recall: { maxTokens },
    })
    const previous = turnByTurn(rows.slice(0, 13), recalling(500)).at(-1) ?? null
    expect(plan({ ...recalling(900), previous }).map.keptStart).toBe(previous?.keptStart)
    expect(plan({ ...recalling(900), previous: null }).map.keptStart).not.toBe(previous?.keptStart)
  })

  test('stays right behind the first message too', () => {
    const long = path('u u u u u u', { 0: { tokens: 900 } })
    expect(starts(turnByTurn(long, planInput(long, { tokens: costOf(6) }))).slice(-2)).toEqual([1, 1])
  })

  test('behind the new message, as after answering again, leaves that alone', () => {
    const frame = planInput(rows.slice(0, 15), { tokens: costOf(11) })
    const previous = turnByTurn(rows, frame).at(-1) ?? null
    const again = plan({ ...frame, rows: rows.slice(0, 9), previous })
    expect(again.sent.map(({ seq }) => seq)).toEqual([8])
  })

  test('falls to a divider below it', () => {
    const spaced = rows.map((row) => ({ ...row, seq: 2 * row.seq }))
    const frame = planInput(spaced, { tokens: costOf(11) })
    const previous = turnByTurn(spaced.slice(0, 21), frame).at(-1) ?? null
    expect(previous?.trimmed).toEqual({ beforeSeq: 24, reason: 'budget' })
    const { map } = plan({ ...frame, previous, dividerSeq: 43 })
    expect(map).toMatchObject({ keptStart: null, trimmed: null })
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 42, reason: 'afresh' }])
  })
})

const exchanges = fc.array(fc.tuple(fc.nat(120), fc.nat(300)), { minLength: 1, maxLength: 60 })
const budgets = fc.record({
  maxTokens: fc.option(fc.integer({ min: 200, max: 3_000 })),
  maxExchanges: fc.option(fc.nat(20)),
})

test('from turn to turn the start moves only where the history would not fit, and then leaves room', () => {
  fc.assert(
    fc.property(exchanges, budgets, (sizes, settings) => {
      const lengths = sizes.flat()
      const rows = path(sizes.map(() => 'u a').join(' ')).map((row, n) => ({
        ...row,
        tokens: lengths[n] ?? 0,
      }))
      const frame = planInput(rows, settings)
      let before: ContextMap | null = null
      for (const [turn, map] of turnByTurn(rows, frame).entries()) {
        const from = before?.trimmed?.beforeSeq ?? 0
        const history = rows.slice(0, 2 * turn).filter(({ seq }) => seq >= from)
        const newest = rows[2 * turn]?.tokens ?? 0
        const { perMessage, perRequest } = frame.limits
        const whole = [...history, { tokens: newest }].reduce(
          (sum, { tokens }) => sum + tokens + perMessage,
          perRequest,
        )
        const fits = whole <= map.limit.total && history.length / 2 <= (settings.maxExchanges ?? Infinity)
        if (fits) expect(map.trimmed?.beforeSeq ?? 0).toBe(from)
        else {
          expect(map.trimmed?.beforeSeq).toBeGreaterThan(from)
          const room = map.limit.total - newest - perMessage - perRequest
          const kept = map.tokens - newest - perMessage - perRequest
          if (map.trimmed?.reason === 'budget') expect(kept).toBeLessThanOrEqual(Math.max(0, 0.7 * room))
        }
        before = map
      }
    }),
    runs(300),
  )
})
