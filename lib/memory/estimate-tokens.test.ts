import { describe, expect, test } from 'vitest'
import { estimateTokens, estimateUnseen } from './estimate-tokens.ts'

/** What 100 characters add to the stored count, where the text alone adds nothing. */
const added = (encoding: 'unknown' | 'cl100k_digits', character: string) =>
  estimateTokens(encoding, character.repeat(100), 0) - estimateTokens(encoding, '', 0)

describe('an estimate', () => {
  test.each([
    ['0', 60, 67],
    ['9', 60, 67],
    ['A', 20, 0],
    ['Z', 20, 0],
    ['\n', 120, 0],
    ['é', 70, 0],
    ['中', 70, 0],
    ['\ufeff', 200, 0],
    ['a', 0, 0],
    ['/', 0, 0],
    [':', 0, 0],
    ['@', 0, 0],
    ['[', 0, 0],
    ['\x7f', 0, 0],
    [' ', 0, 0],
  ])('weighs %j by its class', (character, unknown, digits) => {
    expect([added('unknown', character), added('cl100k_digits', character)]).toEqual([unknown, digits])
  })

  test('is made of the stored count, and never of a part of a token', () => {
    expect(estimateTokens('unknown', 'word', 100)).toBe(113)
    expect(estimateTokens('unknown', 'word', 1)).toBe(3)
    expect(estimateTokens('cl100k_digits', 'word', 100)).toBe(100)
    expect(estimateTokens('cl100k_digits', '7', 1)).toBe(2)
  })

  test('without the text is a factor', () => {
    expect(estimateUnseen('unknown', 11)).toBe(18)
    expect(estimateUnseen('cl100k_digits', 11)).toBe(14)
  })
})

test('a published encoding is counted, not estimated', () => {
  expect(estimateTokens('o200k_base', 'A 1\né', 7)).toBe(7)
  expect(estimateUnseen('cl100k_base', 7)).toBe(7)
})
