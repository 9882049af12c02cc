import { expect, test } from 'vitest'
import type { Result } from './result.ts'
import { milliseconds, number, table } from './table.ts'

const result: Result = {
  row: '2',
  work: 'counting',
  medians: ['ours 1 ms', 'theirs 2 ms'],
  ratio: 2,
  floor: { atLeast: 1 },
  aim: { atLeast: 1.5 },
}

const lastCell = (shown: Partial<Result>) =>
  table([{ ...result, ...shown }])
    .split(/\s+/)
    .at(-1)

test('shows the ratio with its bounds', () => {
  expect(table([result]).split('\n').at(-1)).toMatch(
    /^2 +counting +ours 1 ms · theirs 2 ms +2 +≥ 1 +≥ 1.5 +aim$/,
  )
})

test('says which bound holds', () => {
  expect(lastCell({ ratio: 1.2 })).toBe('floor')
  expect(lastCell({ ratio: 0.9 })).toBe('MISSED')
  expect(lastCell({ ratio: 0.9, floor: { atMost: 1 }, aim: null })).toBe('floor')
  expect(lastCell({ ratio: null, floor: null, aim: null })).toBe('–')
})

test.each([
  [0, '0'],
  [0.012345, '0.0123'],
  [12.345, '12.3'],
  [12_345.6, '12,346'],
])('writes %d as %s', (value, shown) => {
  expect(number(value)).toBe(shown)
})

test('writes from one second on in seconds', () => {
  expect([milliseconds(999), milliseconds(1_500)]).toEqual(['999 ms', '1.5 s'])
})
