import { expect, test } from 'vitest'
import { vectorsInOrder } from './vectors-in-order.ts'

const [A, B, C] = [[1], [2], [3]] as const
const body = (...places: (number | null | undefined)[]) => ({ data: places.map((index) => ({ index })) })
const inOrder = (vectors: readonly (readonly number[])[], ...bodies: unknown[]) =>
  vectorsInOrder(
    vectors.map((each) => [...each]),
    bodies,
  )

test('each is of the text whose place it names', () => {
  expect(inOrder([A, B, C], body(0, 1, 2))).toEqual([A, B, C])
  expect(inOrder([A, B, C], body(2, 0, 1))).toEqual([B, C, A])
})

test('places count from the first text of their own request', () => {
  expect(inOrder([A, B, C], body(1, 0), body(0))).toEqual([B, A, C])
})

test('where none is named they are in order', () => {
  expect(inOrder([A, B], body(undefined, null))).toEqual([A, B])
  expect(inOrder([])).toEqual([])
})

test.each([
  ['is named twice', [0, 0]],
  ['is behind the last', [0, 2]],
  ['is before the first', [-1, 0]],
  ['is between two', [0, 0.5]],
  ['is named for some alone', [0, null]],
])('a place that %s tells nothing', (_, places) => {
  expect(inOrder([A, B], body(...places))).toBeNull()
})
