import { expect, test } from 'vitest'
import { startOf } from './start-of'

const LONG = { units: 40, lines: 8 }
const lines = (count: number) => Array.from({ length: count }, (_, index) => index).join('\n')

test('what is short enough stays whole, and so does what is a little longer', () => {
  expect(startOf('', LONG)).toBe('')
  expect(startOf('x'.repeat(49), LONG)).toBe('x'.repeat(49))
  expect(startOf(lines(10), LONG)).toBe(lines(10))
})

test('of what is longer there are as many units or lines as are allowed', () => {
  expect(startOf('x'.repeat(50), LONG)).toBe('x'.repeat(40))
  expect(startOf(lines(11), LONG)).toBe(lines(8))
  expect(startOf(`a\n\n\n\n\n\n\n\n${'x'.repeat(30)}`, LONG)).toBe('a')
})

test('no character is cut in two', () => {
  expect(startOf(`x${'🌧'.repeat(40)}`, LONG).isWellFormed()).toBe(true)
})
