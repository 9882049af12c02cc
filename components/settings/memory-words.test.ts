import { expect, test } from 'vitest'
import { memoryInWords } from './memory-words'

test.each([
  [
    null,
    8_000,
    'The model is sent the newest part of the conversation that fits in 8,000 tokens, and your new message.',
  ],
  [
    20,
    8_000,
    'The model is sent up to 20 of the newest exchanges, as far as they fit in 8,000 tokens, and your new message.',
  ],
  [1, null, 'The model is sent the newest exchange, if it fits in the model’s window, and your new message.'],
  [0, 8_000, 'The model is sent your new message alone, and nothing before it.'],
])('%s exchanges, %s tokens', (maxExchanges, maxTokens, sentence) => {
  expect(memoryInWords({ maxExchanges, maxTokens })).toBe(sentence)
})
