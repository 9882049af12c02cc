import { expect, test } from 'vitest'
import { clockTime } from './clock-time'

test.each([
  ['2026-03-29T00:05:00Z', 'UTC', '00:05'],
  ['2026-03-29T13:32:59Z', 'Europe/Berlin', '15:32'],
  ['2026-03-29T18:30:00Z', 'Asia/Kolkata', '00:00'],
])('%s in %s is %s', (time, timeZone, clock) => {
  expect(clockTime(new Date(time), timeZone)).toBe(clock)
})
