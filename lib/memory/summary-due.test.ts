import { expect, test } from 'vitest'
import type { ContextMap } from './context-map.ts'
import { plan } from './plan.ts'
import { summaryDue } from './summary-due.ts'
import { passage, path, planInput, recallRecord } from './testing/stored-rows.ts'
import { withRecall } from './with-recall.ts'

const mapOf = (settings: Parameters<typeof planInput>[1], more: Partial<ContextMap> = {}): ContextMap => ({
  ...plan(planInput(path('u a u a u'), { useSummary: true, ...settings })).map,
  ...more,
})

test('from 85 % of what may be sent on, with the answer', () => {
  const map = mapOf({ tokens: 97 })
  expect([map.limit.total, map.tokens]).toEqual([100, 68])
  expect([16, 17].map((tokens) => summaryDue(map, tokens))).toEqual([false, true])
})

test('with all that is kept free for recall, however little was found', () => {
  const map = mapOf({ tokens: 97 }, { recall: recallRecord(10) })
  expect([6, 7].map((tokens) => summaryDue(map, tokens))).toEqual([false, true])
  const found = withRecall(map, {
    ...{ outcome: 'found', wrapper: { hash: 'w' }, passages: [passage()], tokens: 8 },
    ...{ by: 'words', model: null, failure: null },
  })
  expect(found.tokens).toBe(76)
  expect([6, 7].map((tokens) => summaryDue(found, tokens))).toEqual([false, true])
})

test('from 85 % of the window on, the exchange that was asked now counted', () => {
  expect([3, 4].map((maxExchanges) => summaryDue(mapOf({ maxExchanges }), 10))).toEqual([true, false])
  const planned = (exchanges: number) =>
    plan(planInput(path(`${'u a '.repeat(exchanges)}u`), { useSummary: true, maxExchanges: 20 })).map
  expect([15, 16].map((exchanges) => summaryDue(planned(exchanges), 10))).toEqual([false, true])
})

test('whenever one is owed', () => {
  expect(summaryDue(mapOf({}), 10)).toBe(false)
  expect(summaryDue(mapOf({}, { owed: { fromSeq: 0, toSeq: 1 } }), 10)).toBe(true)
})

test('never where none is used, or nothing of the history is sent', () => {
  const owed = { fromSeq: 0, toSeq: 1 }
  expect(summaryDue(mapOf({ useSummary: false, tokens: 65 }, { owed }), 10)).toBe(false)
  expect(summaryDue(mapOf({ maxExchanges: 0, tokens: 65 }, { owed }), 10)).toBe(false)
})
