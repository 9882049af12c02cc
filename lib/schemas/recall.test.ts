import { expect, test } from 'vitest'
import { memoryQuery } from './recall.ts'

const wrong = (query: object) =>
  memoryQuery.safeParse(query).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('nothing is asked for but the newest, of whatever day', () => {
  expect(memoryQuery.parse({})).toMatchObject({ query: '', from: null, to: null, timeZone: 'UTC' })
})

test('a span of days, of which the last may be the first', () => {
  for (const to of ['2026-01-31', '2026-02-01'])
    expect(memoryQuery.parse({ from: '2026-01-31', to, timeZone: 'Europe/Berlin' })).toMatchObject({ to })
  expect(wrong({ from: '2026-01-31', to: '2026-01-30' })).toEqual([['', 'The first day is after the last.']])
})

test.each(['', '2026', '2026-02-30', '31.1.2026', '2026-01-31T00:00:00Z'])('%j is no day', (from) => {
  expect(wrong({ from })).toEqual([['from', 'This is no day as in 2026-01-31.']])
})

test.each(['Nowhere', ''])('%j is no time zone', (timeZone) => {
  expect(wrong({ timeZone })).toEqual([['timeZone', 'There is no such time zone.']])
})
