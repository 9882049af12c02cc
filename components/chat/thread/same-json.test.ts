import { expect, test } from 'vitest'
import { isSameJson } from './same-json'

test.each([
  [1, 1],
  [null, null],
  ['a', 'a'],
  [
    { a: 1, b: [{ c: null }] },
    { b: [{ c: null }], a: 1 },
  ],
  [[], []],
])('%j says the same as %j', (a, b) => {
  expect(isSameJson(a, b)).toBe(true)
})

test.each([
  [1, '1'],
  [null, {}],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [{ a: { b: 'x' } }, { a: { b: 'y' } }],
])('%j says something else than %j', (a, b) => {
  expect(isSameJson(a, b)).toBe(false)
  expect(isSameJson(b, a)).toBe(false)
})
