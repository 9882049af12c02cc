import { expect, test } from 'vitest'
import { memoryInWords, wholeNumber } from './memory-words'

test.each([
  [
    null,
    8_000,
    'The model is sent the newest part of the conversation that fits in 8,000 tokens, and your new message.',
  ],
  [
    20,
    8_000,
    'The model is sent the newest 20 exchanges, as far as they fit in 8,000 tokens, and your new message.',
  ],
  [1, null, 'The model is sent the newest exchange, if it fits in the model’s window, and your new message.'],
  [0, 8_000, 'The model is sent your new message alone, and nothing before it.'],
])('%s exchanges, %s tokens', (maxExchanges, maxTokens, sentence) => {
  expect(memoryInWords({ maxExchanges, maxTokens })).toBe(sentence)
})

test.each([
  ['8000', 8000],
  ['8,000', 8000],
  [' 8 000 ', 8000],
  ['8.000', 8000],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['eight', null],
  ['1e3', null],
  ['1234567890', null],
])('%j typed is %j', (text, number) => {
  expect(wholeNumber(text)).toBe(number)
})
