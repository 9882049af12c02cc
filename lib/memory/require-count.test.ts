import { expect, test } from 'vitest'
import { requireCount, requireLimit } from './require-count.ts'

test.each([-1, 1.5, Number.NaN, Infinity])('%s is no count, and the refusal names it', (value) => {
  const refusal = {
    code: 'invalid_option',
    message: `maxTokens must be a whole number of 0 or more, not ${value}.`,
  }
  expect(() => requireCount('maxTokens', value)).toThrow(expect.objectContaining(refusal))
  expect(() => requireLimit('maxTokens', value)).toThrow(expect.objectContaining(refusal))
})

test('0 is one, and no limit needs none', () => {
  expect(() => requireCount('maxTokens', 0)).not.toThrow()
  expect(() => requireLimit('maxTokens', null)).not.toThrow()
})
