import { describe, expect, test } from 'vitest'
import { groupByDay } from './day-groups'

const labels = (now: string, times: string[], timeZone = 'UTC') =>
  groupByDay(
    times.map((lastActiveAt) => ({ lastActiveAt })),
    { now: new Date(now), timeZone },
  ).map(({ label, items }) => `${label}: ${items.length}`)

describe('groupByDay', () => {
  test('names the groups by age, newest first', () => {
    expect(
      labels('2026-11-30T12:00:00Z', [
        '2026-11-30T11:59:00Z',
        '2026-11-30T00:00:00Z',
        '2026-11-29T23:59:59Z',
        '2026-11-28T12:00:00Z',
        '2026-11-23T00:00:00Z',
        '2026-11-22T23:59:59Z',
        '2026-10-31T00:00:00Z',
        '2026-10-30T23:59:59Z',
        '2026-01-05T00:00:00Z',
        '2025-12-31T00:00:00Z',
      ]),
    ).toEqual([
      'Today: 2',
      'Yesterday: 1',
      'Previous 7 days: 2',
      'Previous 30 days: 2',
      'October: 1',
      'January: 1',
      'December 2025: 1',
    ])
  })

  test('the same instant is another day in another time zone', () => {
    const now = '2026-11-30T03:00:00Z'
    const time = ['2026-11-29T23:30:00Z']
    expect(labels(now, time, 'UTC')).toEqual(['Yesterday: 1'])
    expect(labels(now, time, 'America/New_York')).toEqual(['Today: 1'])
    expect(labels(now, time, 'Asia/Tokyo')).toEqual(['Today: 1'])
  })

  test('a day of 25 hours is one day', () => {
    // Berlin turned its clocks back at 01:00 UTC on 25 October 2026.
    const now = '2026-10-26T22:30:00Z' // 23:30 on Monday
    expect(labels(now, ['2026-10-24T22:30:00Z'], 'Europe/Berlin')).toEqual(['Yesterday: 1']) // 00:30 on Sunday
    expect(labels(now, ['2026-10-24T21:30:00Z'], 'Europe/Berlin')).toEqual(['Previous 7 days: 1'])
  })

  test('a day of 23 hours is one day', () => {
    // Berlin turned its clocks forward at 01:00 UTC on 29 March 2026.
    const now = '2026-03-29T22:30:00Z' // 00:30 on Monday
    expect(labels(now, ['2026-03-28T23:30:00Z'], 'Europe/Berlin')).toEqual(['Yesterday: 1']) // 00:30 on Sunday
    expect(labels(now, ['2026-03-28T22:30:00Z'], 'Europe/Berlin')).toEqual(['Previous 7 days: 1'])
  })

  test('a server clock that runs ahead does not put a session into the future', () => {
    expect(labels('2026-11-30T12:00:00Z', ['2026-12-01T00:10:00Z'])).toEqual(['Today: 1'])
  })

  test('many items are grouped as one by one', () => {
    const now = '2026-11-30T12:00:00Z'
    const times = Array.from({ length: 500 }, (_, i) =>
      new Date(Date.parse(now) - i * 17 * 3_600_000).toISOString(),
    )
    const oneByOne = new Map<string, number>()
    for (const time of times) {
      const label = labels(now, [time])[0]?.split(':')[0] ?? ''
      oneByOne.set(label, (oneByOne.get(label) ?? 0) + 1)
    }
    expect(labels(now, times)).toEqual([...oneByOne].map(([label, count]) => `${label}: ${count}`))
  })

  test('no items, no groups; the input stays as it was', () => {
    expect(labels('2026-11-30T12:00:00Z', [])).toEqual([])
    const items = Object.freeze([Object.freeze({ lastActiveAt: '2026-11-30T11:00:00Z' })])
    expect(groupByDay(items, { now: new Date('2026-11-30T12:00:00Z'), timeZone: 'UTC' })).toEqual([
      { label: 'Today', items: [{ lastActiveAt: '2026-11-30T11:00:00Z' }] },
    ])
  })
})
