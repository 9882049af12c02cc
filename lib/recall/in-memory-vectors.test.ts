import { expect, test } from 'vitest'
import { cosine, inMemoryVectors } from './in-memory-vectors.ts'
import { vectorStoreContract } from './testing/vector-store-contract.ts'

vectorStoreContract('vectors in memory', inMemoryVectors)

test.each([
  ['the same direction', [1, 2], [2, 4], 1],
  ['the opposite one', [1, 2], [-1, -2], -1],
  ['nothing in common', [1, 0], [0, 3], 0],
  ['no direction', [0, 0], [1, 1], 0],
  ['vectors of another model', [1, 1], [1, 1, 1], 0],
])('the cosine of %s', (_, a, b, expected) => {
  expect(cosine(Float32Array.from(a), Float32Array.from(b))).toBeCloseTo(expected, 6)
})
