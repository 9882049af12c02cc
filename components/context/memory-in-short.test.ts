import { expect, test } from 'vitest'
import { memoryInShort } from './memory-in-short'

const DEFAULTS = { maxExchanges: null, maxTokens: 8_000, useSummary: false }

test.each([
  [{}, 'last 8,000 tokens'],
  [{ maxExchanges: 5, maxTokens: null }, 'last 5 exchanges'],
  [{ maxExchanges: 1 }, 'last 1 exchange, 8,000 tokens'],
  [{ maxTokens: null }, 'all that fits the model'],
  [{ maxExchanges: 0 }, 'no memory'],
  [{ useSummary: true }, 'last 8,000 tokens + summary'],
  [{ maxTokens: null, useSummary: true }, 'all that fits the model + summary'],
  [{ maxExchanges: 0, useSummary: true }, 'no memory'],
])('memory %j', (settings, words) => {
  expect(memoryInShort({ ...DEFAULTS, ...settings })).toBe(words)
})
