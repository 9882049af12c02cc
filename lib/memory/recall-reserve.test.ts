import { describe, expect, test } from 'vitest'
import { type PlanInput, plan } from './plan.ts'
import { costOf, LIMITS, path, planInput, RECALL, recallRecord } from './testing/stored-rows.ts'

/** A plan over rows that may take so many rows' tokens, with so much for recall. */
function planned(rows: number, maxTokens: number, more: Partial<PlanInput> = {}) {
  const input = planInput(path('u a u a u a u a u'), {
    tokens: costOf(rows),
    recall: { ...RECALL, maxTokens },
  })
  return plan({ ...input, recall: { maxTokens }, ...more }).map
}

describe('what is kept free for recall', () => {
  test('takes its room from the history, and is no part of what is sent', () => {
    expect(planned(9, 0)).toMatchObject({ keptStart: 0, tokens: costOf(9) + LIMITS.perRequest })
    const map = planned(9, 20)
    expect(map).toMatchObject({ recall: recallRecord(20), tokens: costOf(5) + LIMITS.perRequest })
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 3, reason: 'budget' }])
    expect(map.segments.map(({ kind }) => kind)).toEqual(Array(5).fill('message'))
  })

  test('is a quarter of the limit at most, so that a small one still holds a conversation', () => {
    expect(planned(9, 1_000).limit.total).toBe(120)
    expect(planned(9, 1_000)).toMatchObject({ recall: recallRecord(30), keptStart: 6 })
  })

  test('gives way to the newest message and to all else that must be sent, to nothing', () => {
    const newest = (tokens: number) => ({ rows: path('u a u a u', { 4: { tokens } }) })
    expect(planned(9, 30, newest(90)).recall).toEqual(recallRecord(24))
    expect(planned(9, 30, newest(114)).recall).toEqual(recallRecord(0))
    const over = planned(9, 30, newest(500))
    expect(over).toMatchObject({ recall: recallRecord(0), overBudget: true, keptStart: null })
    expect(planned(9, 30, { ...newest(90), instructions: { hash: 'h', tokens: 17 } }).recall).toEqual(
      recallRecord(4),
    )
  })

  test('is none where it is left out, and 0 where nobody wants any', () => {
    expect(planned(9, 30, { recall: null }).recall).toBeNull()
    expect(planned(9, 0).recall).toEqual(recallRecord(0))
  })

  test('refuses a maxTokens that is no number, by its name', () => {
    const refusal = { code: 'invalid_option', message: expect.stringContaining('recall.maxTokens') }
    expect(() => planned(9, Number.NaN)).toThrow(expect.objectContaining(refusal))
  })

  test('makes a summary wanted earlier, and lets it reach as far as it takes', () => {
    const summaries = { versions: [], wrapper: { hash: 'w', tokens: 1 }, failure: null }
    const settings = { maxExchanges: null, maxTokens: costOf(9) + 3, useSummary: true }
    expect(planned(9, 10, { settings, summaries }).owed).toEqual({ fromSeq: 0, toSeq: 3 })
    expect(planned(9, 0, { settings, summaries }).owed).toBeNull()
  })

  test('gives way to a summary too, which is chosen after it', () => {
    const version = { id: 's', version: 1, fromSeq: 0, toSeq: 1, tokens: 74, asked: true, omitted: [] }
    const summaries = { versions: [version], wrapper: { hash: 'w', tokens: 1 }, failure: null }
    const settings = { maxExchanges: null, maxTokens: 120, useSummary: true }
    const map = planned(9, 30, { settings, summaries, rows: path('u a u') })
    expect(map).toMatchObject({ owed: null, tokens: 80 + costOf(1) + LIMITS.perRequest })
    expect(map.recall).toEqual(recallRecord(24))
  })

  test('is free within the model alone, where what a summary owes is over the limit, and takes room of that', () => {
    const summaries = { versions: [], wrapper: { hash: 'w', tokens: 1 }, failure: null }
    const settings = { maxExchanges: null, maxTokens: costOf(5) + LIMITS.perRequest, useSummary: true }
    const within = (window: number) =>
      planned(9, 17, { settings, summaries, limits: { ...LIMITS, window, answerReserve: 0 } })
    const all = costOf(9) + LIMITS.perRequest
    expect(within(all + 17)).toMatchObject({ tokens: all, overBudget: true, recall: recallRecord(17) })
    expect(within(all + 16)).toMatchObject({ keptStart: 4, overBudget: false, recall: recallRecord(17) })
  })
})
