import { expect, test } from 'vitest'
import { share } from './share'

test.each([
  ['0.25', 0.25],
  [' ,5 ', 0.5],
  ['.5', 0.5],
  ['1', 1],
  ['0.', 0],
  ['2', 2],
  ['', null],
  ['.', null],
  ['a half', null],
  ['-0.1', null],
  ['1e-3', null],
])('"%s" is %s', (text, value) => {
  expect(share(text)).toBe(value)
})
