import { expect, test } from 'vitest'
import { lowMark } from '@/lib/memory/marks'
import { DEFAULT_SETTINGS } from '@/lib/schemas/settings'
import { exchangesHint, exchangesLeft, memoryInWords, tokensHint } from './memory-words'

test.each([
  [
    {},
    'The model is sent the newest part of the conversation that fits in 8,000 tokens, and your new message. A summary stands for what is older.',
  ],
  [
    { maxTokens: null, useSummary: false },
    'The model is sent the newest part of the conversation that fits in the model’s window, and your new message. What is older is left out.',
  ],
  [
    { maxExchanges: 20 },
    'The model is sent up to 20 of the newest exchanges, as far as they fit in 8,000 tokens, and your new message. A summary stands for what is older.',
  ],
  [
    { maxExchanges: 1 },
    'The model is sent the newest exchange, if it fits in 8,000 tokens, and your new message. A summary stands for what is older.',
  ],
  [{ maxExchanges: 0 }, 'The model is sent your new message, and of what came before only what you pinned.'],
])('%j', (settings, words) => {
  expect(memoryInWords({ ...DEFAULT_SETTINGS.memory, ...settings })).toBe(words)
})

test('the two marks are those of the planner', () => {
  for (let count = 0; count <= 200; count++) {
    const room = lowMark({ exchanges: count, tokens: 0 }, 'window')
    expect(exchangesLeft(count)).toBe(room.exchanges)
  }
  const room = lowMark({ exchanges: 0, tokens: 8_000 }, 'budget')
  expect(tokensHint(8_000)).toContain(`until about ${room.tokens.toLocaleString('en')} are left`)
})

test('a hint says what its number comes to', () => {
  expect(exchangesHint(20)).toContain('Between 14 and 20 of the newest are sent')
  expect(exchangesHint(2)).toContain('Up to 2 of the newest are sent')
  expect(exchangesHint(0)).toContain('stands alone; what you pinned is sent all the same.')
  expect(exchangesHint(null)).toContain('Off:')
  expect(tokensHint(null)).toContain('Off:')
})
