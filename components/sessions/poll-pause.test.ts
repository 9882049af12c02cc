import { expect, test } from 'vitest'
import { BUSY_MS, pollPause } from './poll-pause'

const seen = { answering: false, unchangedMs: 0, failed: false }

test('a list that changes, or will, is looked at often; a quiet one a quarter as often', () => {
  expect(pollPause(seen)).toBe(BUSY_MS)
  expect(pollPause({ ...seen, unchangedMs: 3_600_000 })).toBe(4 * BUSY_MS)
  expect(pollPause({ ...seen, unchangedMs: 3_600_000, answering: true })).toBe(BUSY_MS)
})

test('a server that is not there is not asked more often for it', () => {
  expect(pollPause({ ...seen, answering: true, failed: true })).toBe(4 * BUSY_MS)
})
