import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMinHeap } from './min-heap.ts'

function drain(heap: { pop(): number | undefined }): number[] {
  const keys: number[] = []
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) keys.push(key)
  return keys
}

test('gives the smallest first, equal ones as often as they were pushed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (keys) => {
      const heap = createMinHeap(4)
      for (const key of keys) heap.push(key)
      expect(drain(heap)).toEqual([...keys].sort((a, b) => a - b))
    }),
  )
})

test('keeps its order while pushes and pops alternate', () => {
  const heap = createMinHeap(1)
  heap.push(5)
  heap.push(3)
  expect(heap.pop()).toBe(3)
  heap.push(4)
  heap.push(9)
  heap.push(1)
  expect(drain(heap)).toEqual([1, 4, 5, 9])
})

test('has nothing to give when it is empty', () => {
  expect(createMinHeap(0).pop()).toBeUndefined()
})

test('tells keys apart up to the largest rank and position', () => {
  const heap = createMinHeap(2)
  const largest = 200_000 * 2 ** 32 + 2 ** 32 - 1
  heap.push(largest)
  heap.push(largest - 1)
  expect(drain(heap)).toEqual([largest - 1, largest])
})
