import { expect, test } from 'vitest'
import { type Held, rarest } from './rarest-terms.ts'

const terms: Held[] = [
  ['assam', 2],
  ['leaf', 3],
  ['tea', 40],
]

test.each([
  [100, ['assam', 'leaf', 'tea']],
  [45, ['assam', 'leaf', 'tea']],
  [44, ['assam', 'leaf']],
  [4, ['assam']],
  [1, []],
])('leads to no more than %i', (most, expected) => {
  expect(rarest(terms, most).map(([term]) => term)).toEqual(expected)
})
