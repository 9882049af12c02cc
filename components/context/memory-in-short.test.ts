import { expect, test } from 'vitest'
import { memoryInShort } from './memory-in-short'

const DEFAULTS = { maxExchanges: null, maxTokens: 8_000, useSummary: true }

test.each([
  [{}, 'last 8,000 tokens'],
  [{ maxExchanges: 5, maxTokens: null }, 'last 5 exchanges'],
  [{ maxExchanges: 1 }, 'last 1 exchange, 8,000 tokens'],
  [{ maxTokens: null }, 'all that fits the model'],
  [{ maxExchanges: 0 }, 'no memory'],
])('memory %j', (settings, words) => {
  expect(memoryInShort({ ...DEFAULTS, ...settings })).toBe(words)
})
