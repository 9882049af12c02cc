import { expect, test } from 'vitest'
import { summaryWords } from './summary-length.ts'
import { DEFAULT_SUMMARY_PROMPT } from './summary-prompt.ts'
import { LIMITS } from './testing/stored-rows.ts'

test.each([
  [null, 400],
  [8_000, 400],
  [2_132, 399],
  [500, 93],
  [300, 56],
  [100, 20],
])('under a limit of %s tokens a summary may have %i words', (maxTokens, words) => {
  expect(summaryWords({ maxExchanges: null, maxTokens, useSummary: true }, LIMITS)).toBe(words)
})

test('a small model is a limit as well', () => {
  const limits = { ...LIMITS, window: LIMITS.answerReserve + 1_000 }
  expect(summaryWords({ maxExchanges: null, maxTokens: null, useSummary: true }, limits)).toBe(187)
})

test('the default prompt names the most', () => expect(DEFAULT_SUMMARY_PROMPT).toContain('about 400 words'))
