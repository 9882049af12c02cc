import { expect, test } from 'vitest'
import { createHoldTime, LONGEST_MS, SHORTEST_MS } from './hold-time.ts'

/** A thread whose times are moved by hand. */
function byHand() {
  const times = { idle: 1_000, active: 500 }
  const holdMs = createHoldTime(() => ({ ...times }))
  return {
    holdMs,
    after: (passed: number, share: number) => {
      times.active += passed * share
      times.idle += passed * (1 - share)
      return holdMs()
    },
  }
}

test.each([
  [0, SHORTEST_MS],
  [0.5, SHORTEST_MS],
  [0.625, (SHORTEST_MS + LONGEST_MS) / 2],
  [0.75, LONGEST_MS],
  [1, LONGEST_MS],
])('where %d of the time was work', (share, holdMs) => {
  expect(byHand().after(100, share)).toBeCloseTo(holdMs)
})

test('a moment is no measure: it stays as it was until enough time has passed', () => {
  const { after } = byHand()
  expect(after(60, 1)).toBe(SHORTEST_MS)
  expect(after(60, 1)).toBe(LONGEST_MS)
  expect(after(60, 0)).toBe(LONGEST_MS)
  expect(after(60, 0)).toBe(SHORTEST_MS)
})

test('of this thread, by default', () => {
  expect(createHoldTime()()).toBe(SHORTEST_MS)
})
