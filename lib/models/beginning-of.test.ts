import { expect, test } from 'vitest'
import { beginningOf } from './beginning-of.ts'

test.each([
  ['boats', 9, 'boats'],
  ['boats', 4, 'boat'],
  ['a🐈', 3, 'a🐈'],
  ['a🐈', 2, 'a'],
  ['', 2, ''],
])('of %j at most %i units: %j', (text, max, beginning) => {
  expect(beginningOf(text, max)).toBe(beginning)
})
