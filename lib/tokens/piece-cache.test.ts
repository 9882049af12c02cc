import { expect, test } from 'vitest'
import { createPieceCache } from './piece-cache.ts'

test('gives back what was set', () => {
  const cache = createPieceCache(8)
  cache.set(' héllo', 2)
  expect(cache.get(' héllo')).toBe(2)
  expect(cache.get(' hello')).toBeUndefined()
})

test('never holds more than its capacity', () => {
  const cache = createPieceCache(3)
  const pieces = Array.from({ length: 50 }, (_, index) => `piece ${index}`)
  for (const piece of pieces) {
    cache.set(piece, 1)
    expect(cache.get(piece)).toBe(1)
    expect(pieces.filter((known) => cache.get(known) !== undefined).length).toBeLessThanOrEqual(3)
  }
})

test('does not hold long pieces, of which few return', () => {
  const cache = createPieceCache(3)
  cache.set('x'.repeat(97), 9)
  expect(cache.get('x'.repeat(97))).toBeUndefined()
})
