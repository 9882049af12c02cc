import { expect, test } from 'vitest'
import { saidAgo, saidOn } from './said-when'

const now = new Date('2026-11-30T12:00:00Z')

test.each([
  ['2026-11-30T11:59:30Z', 'just now'],
  ['2026-11-30T12:00:05Z', 'just now'],
  ['2026-11-30T11:59:00Z', '1 minute ago'],
  ['2026-11-30T09:00:00Z', '3 hours ago'],
  ['2026-11-29T11:00:00Z', '1 day ago'],
  ['2026-11-09T12:00:00Z', '3 weeks ago'],
  ['2026-06-01T12:00:00Z', '6 months ago'],
  ['2023-11-01T12:00:00Z', '3 years ago'],
])('%s is %s', (saidAt, words) => {
  expect(saidAgo(new Date(saidAt), now)).toBe(words)
})

test('the exact time, in the reader’s own zone', () => {
  expect(saidOn(new Date('2026-11-07T23:32:00Z'), 'Asia/Tokyo')).toBe('8 Nov 2026, 08:32')
})
