import { expect, test } from 'vitest'
import { createLifeline } from './lifeline.ts'

function stoppedClock() {
  const now = { monotonic: 5, wall: 1_000 }
  const lifeline = createLifeline(100, { monotonic: () => now.monotonic, wall: () => now.wall })
  const pass = ({ monotonic, wall }: { monotonic: number; wall: number }) => {
    now.monotonic += monotonic
    now.wall += wall
  }
  return { lifeline, pass }
}

test.each([
  ['a stop', { monotonic: 100, wall: 100 }],
  ['a sleep that one clock does not count', { monotonic: 0, wall: 100 }],
  ['a stop while the other clock was set back', { monotonic: 100, wall: -3_600_000 }],
])('it ends with %s, until a beat is written and the run confirmed after it', (_, passed) => {
  const { lifeline, pass } = stoppedClock()
  const certainty = lifeline.certainty()
  expect(certainty.isSure()).toBe(true)
  pass(passed)
  expect(certainty.isSure()).toBe(false)
  certainty.confirm()
  expect(certainty.isSure()).toBe(false)
  lifeline.beat()()
  expect(certainty.isSure()).toBe(false)
  certainty.confirm()
  expect(certainty.isSure()).toBe(true)
})

test('it counts from the time that a beat says, not from when that was written', () => {
  const { lifeline, pass } = stoppedClock()
  const certainty = lifeline.certainty()
  const written = lifeline.beat()
  pass({ monotonic: 60, wall: 60 })
  written()
  expect(certainty.isSure()).toBe(true)
  pass({ monotonic: 40, wall: 40 })
  expect(certainty.isSure()).toBe(false)
})

test('beats in time leave it as it is, and a run that begins after a late one is sure', () => {
  const { lifeline, pass } = stoppedClock()
  const certainty = lifeline.certainty()
  for (let beats = 0; beats < 5; beats++) {
    pass({ monotonic: 60, wall: 60 })
    lifeline.beat()()
  }
  expect(certainty.isSure()).toBe(true)
  pass({ monotonic: 100, wall: 100 })
  lifeline.beat()()
  expect(certainty.isSure()).toBe(false)
  expect(lifeline.certainty().isSure()).toBe(true)
})

test('by the clocks of this machine, unless others are given', () => {
  expect(createLifeline(60_000).certainty().isSure()).toBe(true)
  expect(createLifeline(0).certainty().isSure()).toBe(false)
})
