import { expect, test } from 'vitest'
import { daysInWords } from './days-words'

test.each([
  [null, null, null],
  ['2026-01-02', null, 'from 2 Jan 2026 on'],
  [null, '2026-01-02', 'up to 2 Jan 2026'],
  ['2026-01-02', '2026-01-02', 'on 2 Jan 2026'],
  ['2025-12-31', '2026-01-02', 'from 31 Dec 2025 to 2 Jan 2026'],
])('%s to %s is %s', (from, to, words) => {
  expect(daysInWords({ from, to })).toBe(words)
})
