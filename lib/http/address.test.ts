import { expect, test } from 'vitest'
import { addressIn } from './address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
])('%s is %s', (sent, address) => {
  expect(addressIn(new Headers({ 'x-forwarded-for': sent }))).toBe(address)
})

test('of several the last one counts: those before it are what the sender claims', () => {
  expect(addressIn(new Headers({ 'x-forwarded-for': '10.0.0.1, 203.0.113.9' }))).toBe('203.0.113.9')
})

test('none is known where nobody says one, and a long one is cut', () => {
  expect(addressIn(new Headers())).toBe('unknown')
  expect(addressIn(new Headers({ 'x-forwarded-for': 'x'.repeat(5_000) }))).toHaveLength(45)
})
