import { expect, test } from 'vitest'
import { usesSummary } from './uses-summary'

test.each([
  [null, true, true],
  [1, true, true],
  [0, true, false],
  [null, false, false],
])('with %j exchanges and summaries %j: %j', (maxExchanges, useSummary, used) => {
  expect(usesSummary({ maxExchanges, useSummary })).toBe(used)
})
