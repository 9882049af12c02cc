import { expect, test } from 'vitest'
import { shortened } from './shortened'

const LONG = { units: 40, lines: 8 }
const lines = (count: number) => Array.from({ length: count }, (_, index) => index).join('\n')

test('what is short enough stays whole, and so does what is a little longer', () => {
  expect(shortened('', LONG)).toBe('')
  expect(shortened('x'.repeat(49), LONG)).toBe('x'.repeat(49))
  expect(shortened(lines(10), LONG)).toBe(lines(10))
})

test('of what is longer there are as many units or lines as are allowed', () => {
  expect(shortened('x'.repeat(50), LONG)).toBe(`${'x'.repeat(40)}…`)
  expect(shortened(lines(11), LONG)).toBe(`${lines(8)}\n…`)
})

test('the mark stands on a line of its own where lines are left out, and not behind white space', () => {
  expect(shortened(`a\n\n\n\n\n\n\n\n${'x'.repeat(30)}`, LONG)).toBe('a\n…')
  expect(shortened(`${'x'.repeat(38)}  ${'y'.repeat(30)}`, LONG)).toBe(`${'x'.repeat(38)}…`)
  expect(shortened(' '.repeat(80), LONG)).toBe('…')
})

test('no character is cut in two', () => {
  expect(shortened(`x${'🌧'.repeat(40)}`, LONG)).toBe(`x${'🌧'.repeat(19)}…`)
})
