import { expect, test } from 'vitest'
import { daysIn, saidOnDays } from './said-days.ts'

const within = (from: string | null, to: string | null, timeZone = 'UTC') => {
  const said = saidOnDays({ from, to, timeZone })
  return said && [said.from?.toISOString() ?? null, said.before?.toISOString() ?? null]
}

test('no day is no span, and one alone leaves the other end open', () => {
  expect(within(null, null)).toBeUndefined()
  expect(within('2026-01-02', null)).toEqual(['2026-01-02T00:00:00.000Z', null])
  expect(within(null, '2026-01-02')).toEqual([null, '2026-01-03T00:00:00.000Z'])
})

test.each([
  ['UTC', '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  // A day of 23 hours.
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-28T18:15:00.000Z', '2026-03-29T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-28T10:00:00.000Z', '2026-03-29T10:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-29T07:00:00.000Z', '2026-03-30T07:00:00.000Z'],
])('a day of %s is a day of its clocks', (timeZone, from, before) => {
  expect(within('2026-03-29', '2026-03-29', timeZone)).toEqual([from, before])
})

test('a day may begin at one o’clock', () => {
  expect(within('2026-04-24', null, 'Africa/Cairo')).toEqual(['2026-04-23T22:00:00.000Z', null])
})

test('what is far away is an instant too, and sorts as a text', () => {
  expect(within('1000-05-01', '9999-12-31')?.[0]).toMatch(/^1000-0[45]-/)
  for (const day of ['0000-01-01', '0001-01-01', '0999-12-31'])
    expect(within(day, day), day).toEqual(['1000-01-01T00:00:00.000Z', '1000-01-01T00:00:00.000Z'])
  expect(within(null, '9999-12-31', 'America/Los_Angeles')).toEqual([null, '9999-12-31T23:59:59.999Z'])
})

test('the day of an instant', () => {
  const time = new Date('2026-01-01T02:00:00Z')
  expect([daysIn('UTC')(time), daysIn('America/New_York')(time)]).toEqual(['2026-01-01', '2025-12-31'])
})
