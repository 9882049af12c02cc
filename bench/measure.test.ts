import { expect, test } from 'vitest'
import { exponent, measure, median } from './measure.ts'

test('every round runs every case, each round beginning with another', async () => {
  const order: string[] = []
  const note = (name: string) => () => {
    order.push(name)
  }
  await measure({ a: note('a'), b: note('b') }, { rounds: 2, warmUps: 1 })
  expect(order.join('')).toBe('baabba')
})

test('gives a median for every case, and waits for promises', async () => {
  let waited = false
  const result = await measure(
    {
      later: async () => {
        await Promise.resolve()
        waited = true
      },
      now: () => undefined,
    },
    { rounds: 3, warmUps: 0 },
  )
  expect(waited).toBe(true)
  expect(Object.keys(result)).toEqual(['later', 'now'])
  expect(Object.values(result).every(Number.isFinite)).toBe(true)
})

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %j is %d', (numbers, expected) => {
  expect(median(numbers)).toBe(expected)
})

test.each([0, 1, 2])('finds the exponent %d', (b) => {
  const points = [10, 100, 1_000].map((n) => ({ n, ms: 3 * n ** b }))
  expect(exponent(points)).toBeCloseTo(b)
})
