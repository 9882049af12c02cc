import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ranks } from './bpe-ranks.ts'
import { countMerged } from './merge.ts'
import { createMinHeap, type MinHeap } from './min-heap.ts'

function ranksOfTokens(tokens: readonly string[]): Ranks {
  const ranks = new Map(tokens.map((token, rank) => [token, rank]))
  return { get: (token) => ranks.get(token), longest: Math.max(...tokens.map((token) => token.length)) }
}

/** Byte pair encoding as it is defined: again and again, the first of the lowest-ranked pairs is joined. */
function countByDefinition(piece: string, ranks: Ranks): number {
  const parts = [...piece]
  for (;;) {
    const unions = parts.slice(1).map((part, at) => ranks.get(`${parts[at]}${part}`) ?? Infinity)
    const lowest = Math.min(...unions)
    if (lowest === Infinity) return parts.length
    const at = unions.indexOf(lowest)
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`)
  }
}

describe('countMerged', () => {
  const ranks = ranksOfTokens(['a', 'b', 'c', 'ab', 'bc', 'aa', 'abc', 'aab', 'cab', 'abcab', 'aaaa', 'ca'])

  test('joins the lowest rank first, not the longest token', () => {
    const misleading = ranksOfTokens(['a', 'b', 'c', 'bc', 'ab', 'aab'])
    expect(countMerged('aabc', misleading)).toBe(3)
  })

  test('joins equal ranks from the left', () => {
    expect(countMerged('aaac', ranksOfTokens(['a', 'c', 'aa', 'aac']))).toBe(3)
  })

  test('counts as the definition does', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 60 }),
        (piece) => {
          expect(countMerged(piece, ranks)).toBe(countByDefinition(piece, ranks))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('leaves bytes that join nothing as they are', () => {
    expect(countMerged('bbb', ranks)).toBe(3)
    expect(countMerged('b', ranks)).toBe(1)
  })
})

describe('work', () => {
  const powers = Array.from({ length: 8 }, (_, power) => 'a'.repeat(2 ** power))

  function workOf(length: number) {
    const work = { lookUps: 0, pushes: 0, pops: 0 }
    const ranks = ranksOfTokens(powers)
    const counted: Ranks = {
      longest: ranks.longest,
      get(token) {
        work.lookUps++
        return ranks.get(token)
      },
    }
    const createCountedHeap = (capacity: number): MinHeap => {
      const heap = createMinHeap(capacity)
      return {
        push(key) {
          work.pushes++
          heap.push(key)
        },
        pop() {
          work.pops++
          return heap.pop()
        },
      }
    }
    countMerged('a'.repeat(length), counted, createCountedHeap)
    return work
  }

  test.each([1_000, 10_000, 100_000])(
    'is at most three steps of each kind a byte, for %i bytes of one letter',
    (length) => {
      const { lookUps, pushes, pops } = workOf(length)
      // More than one push a byte: it is this heap, and no search, that finds the next pair.
      expect(pushes).toBeGreaterThan(length)
      expect(lookUps).toBeLessThanOrEqual(3 * length)
      expect(pushes).toBeLessThanOrEqual(3 * length)
      expect(pops).toBeLessThanOrEqual(3 * length + 1)
    },
  )
})
