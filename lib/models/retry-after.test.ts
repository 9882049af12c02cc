import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW = new Date('2026-11-30T12:00:00Z')

test.each([
  [undefined, null],
  [{}, null],
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '9'.repeat(400) }, null],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
])('%o asks to wait %o ms', (headers, expected) => {
  expect(retryAfterMs(headers as Record<string, string> | undefined, NOW)).toBe(expected)
})
