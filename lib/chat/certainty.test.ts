import { expect, test } from 'vitest'
import { createCertainty } from './certainty.ts'

test.each([
  ['a stop', { monotonic: 100, wall: 100 }],
  ['a sleep that one clock does not count', { monotonic: 0, wall: 100 }],
  ['a stop while the other clock was set back', { monotonic: 100, wall: -3_600_000 }],
])('it ends with %s, until it is confirmed again', (_, passed) => {
  const now = { monotonic: 5, wall: 1_000 }
  const certainty = createCertainty(100, { monotonic: () => now.monotonic, wall: () => now.wall })
  expect(certainty.isSure()).toBe(true)
  now.monotonic += passed.monotonic
  now.wall += passed.wall
  expect(certainty.isSure()).toBe(false)
  certainty.confirm()
  expect(certainty.isSure()).toBe(true)
})

test('by the clocks of this machine, unless others are given', () => {
  expect(createCertainty(60_000).isSure()).toBe(true)
  expect(createCertainty(0).isSure()).toBe(false)
})
