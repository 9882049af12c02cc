import { expect, test } from 'vitest'
import { normalised, packed, unpacked } from './packed-vector.ts'

test('a vector is packed by its lowest byte first, and comes back as it was', () => {
  expect([...packed(Float32Array.from([1, -2]))]).toEqual([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0])
  const vector = Float32Array.from({ length: 384 }, (_, place) => Math.sin(place))
  const unaligned = new Uint8Array(1 + 384 * 4)
  unaligned.set(packed(vector), 1)
  expect(unpacked(unaligned.subarray(1))).toEqual(vector)
})

test.each([
  ['long', [3, 4], [0.6, 0.8]],
  ['without direction', [0, 0], [0, 0]],
])('one that is %s is of length one, if it can be', (_, vector, expected) => {
  const found = normalised(Float32Array.from(vector))
  expect([...found].map((number) => Number(number.toFixed(6)))).toEqual(expected)
})
