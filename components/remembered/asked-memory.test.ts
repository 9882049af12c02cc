import { expect, test } from 'vitest'
import { addressOf, askedIn } from './asked-memory'

const ALL = { text: '', sessionId: null, from: null, to: null }
const inAddress = (address: string) => askedIn(new URL(address, 'http://localhost').searchParams)

test.each([
  ['/memory', ALL],
  ['/memory?q=Rex+%26+Bea%3F', { ...ALL, text: 'Rex & Bea?' }],
  [
    '/memory?q=Rex&session=s%2F1&from=2026-01-02&to=2026-01-31',
    { text: 'Rex', sessionId: 's/1', from: '2026-01-02', to: '2026-01-31' },
  ],
])('%s is what it asks for, and back', (address, asked) => {
  expect(inAddress(address)).toEqual(asked)
  expect(addressOf(asked)).toBe(address)
})

test('spaces around what is typed are no other search', () => {
  expect(addressOf({ ...ALL, text: ' Rex ' })).toBe('/memory?q=Rex')
  expect(addressOf({ ...ALL, text: '  ' })).toBe('/memory')
})

test('what no page could have asked for is left out', () => {
  expect(inAddress('/memory?session=&from=yesterday&to=2026-02-30')).toEqual(ALL)
  expect(inAddress(`/memory?q=${'x'.repeat(3_000)}`).text).toHaveLength(2_000)
})
