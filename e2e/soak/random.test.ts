import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: number) => {
  const { below } = createRandom(seed)
  return Array.from({ length: 1_000 }, () => below(10))
}

test('the same seed gives the same numbers, another one others, and all numbers come', () => {
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(new Set(draw(7))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
})
