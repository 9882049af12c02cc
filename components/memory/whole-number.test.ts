import { expect, test } from 'vitest'
import { wholeNumber } from './whole-number'

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
