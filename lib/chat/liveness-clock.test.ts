import { beforeEach, expect, test } from 'vitest'
import { createLivenessClock } from './liveness-clock.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const HOUR = 3_600_000
const DEAD_AFTER_MS = 15_000

let wall: number
let mono: number
let asked: number
let answersAfterMs: number
beforeEach(() => {
  answersAfterMs = 0
  wall = NOON
  mono = 500
  asked = 0
})

const newClock = () =>
  createLivenessClock({
    time: async () => {
      asked += 1
      pass(answersAfterMs)
      return new Date(wall)
    },
    monotonic: () => mono,
    deadAfterMs: DEAD_AFTER_MS,
  })

const pass = (ms: number) => {
  wall += ms
  mono += ms
}

test('it goes on from what the database said, whatever is done to other clocks', async () => {
  const clock = newClock()
  await clock.sync()
  mono += 700
  wall -= HOUR
  expect(clock.now()).toEqual(new Date(NOON + 700))
})

test('a beat counts for as long as a process may be silent, and none from a later future', async () => {
  const clock = newClock()
  await clock.sync()
  expect(clock.signsOfLife()).toEqual({
    from: new Date(NOON - DEAD_AFTER_MS),
    to: new Date(NOON + DEAD_AFTER_MS),
  })
})

test.each([
  ['the clock jumps back an hour', -HOUR],
  ['a laptop wakes from an hour of sleep', HOUR],
])('%s: nobody is judged until every living process has beaten again', async (_, jump) => {
  const clock = newClock()
  await clock.sync()
  pass(5_000)
  wall += jump
  await clock.sync()
  expect(clock.now()).toEqual(new Date(NOON + 5_000 + jump))
  expect(clock.signsOfLife()).toBe('any')
  pass(DEAD_AFTER_MS - 1)
  expect(clock.signsOfLife()).toBe('any')
  pass(1)
  expect(clock.signsOfLife()).not.toBe('any')
})

test('after the database was away nobody is judged until every living process has beaten again', async () => {
  const clock = newClock()
  await clock.sync()
  pass(60_000)
  clock.pardon()
  pass(DEAD_AFTER_MS - 1)
  await clock.sync()
  expect(clock.signsOfLife()).toBe('any')
  pass(1)
  expect(clock.signsOfLife()).not.toBe('any')
})

test('a process that the database kept waiting judges nobody', async () => {
  const clock = newClock()
  answersAfterMs = DEAD_AFTER_MS / 5
  await clock.sync()
  expect(clock.signsOfLife()).not.toBe('any')
  pass(5_000)
  answersAfterMs += 1
  await clock.sync()
  expect(clock.signsOfLife()).toBe('any')
})

test('a clock that is set right by a second judges on', async () => {
  const clock = newClock()
  await clock.sync()
  pass(5_000)
  wall -= 1_000
  await clock.sync()
  expect(clock.signsOfLife()).not.toBe('any')
})

test('the database is not asked again within a moment', async () => {
  const clock = newClock()
  await clock.sync()
  await clock.sync()
  expect(asked).toBe(1)
  pass(DEAD_AFTER_MS / 10)
  await clock.sync()
  expect(asked).toBe(2)
})

test('it has no time before it was set', () => {
  expect(() => newClock().now()).toThrow('before it was set')
})
