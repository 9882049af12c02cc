import { expect, test } from 'vitest'
import { isDeep } from './is-deep.ts'

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)

test.each([
  ['a number', 1],
  ['nothing', null],
  ['as many levels', nested(3)],
  ['very many values side by side', Array(200_000).fill({ a: 1 })],
])('%s is not deep', (_, json) => {
  expect(isDeep(json, 3)).toBe(false)
})

test.each([
  ['one level more', nested(4)],
  ['levels of objects among others', { a: 1, b: { c: [{ d: 1 }] } }],
  ['more than could be gone through by recursion', nested(200_000)],
])('%s is', (_, json) => {
  expect(isDeep(json, 3)).toBe(true)
})
