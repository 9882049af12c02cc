import { describe, expect, test } from 'vitest'
import { durationInWords, endInWords } from './lifetime-words'

test.each([
  [1, 'a second'],
  [45, '45 seconds'],
  [60, 'a minute'],
  [90, '90 seconds'],
  [3_600, 'an hour'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [86_400, 'a day'],
  [86_400 * 365, '365 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})

describe('the end', () => {
  const now = new Date('2026-12-02T22:10:00Z')

  test('is told by the clock where it comes on the same day', () => {
    expect(endInWords(new Date('2026-12-02T23:10:00Z'), now, 'UTC')).toBe('at 23:10')
  })

  test('is told with its day where that is another, as the reader counts days', () => {
    const ends = new Date('2026-12-03T00:10:00Z')
    expect(endInWords(ends, now, 'UTC')).toBe('on 3 December at 00:10')
    expect(endInWords(ends, now, 'America/New_York')).toBe('at 19:10')
  })
})
