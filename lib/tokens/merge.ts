import type { ByteString, Ranks } from './bpe-ranks.ts'
import { createMinHeap, type MinHeap } from './min-heap.ts'

/** A heap's key holds the rank above and the position below, so that equal ranks are merged from the left. */
const POSITIONS = 2 ** 32

/**
 * How many tokens byte pair encoding makes of a piece: the neighbours whose union has the lowest rank are joined
 * until no union is a token. A heap and linked parts keep it at n log n steps for n bytes: looking for
 * the lowest rank anew at every step is quadratic, and a single long word would hold up the process for minutes.
 */
export function countMerged(
  piece: ByteString,
  ranks: Ranks,
  createHeap: (capacity: number) => MinHeap = createMinHeap,
): number {
  const length = piece.length
  // A part is known by the position where it begins. `rank` is that of the part joined with the next; -1: no token.
  const next = new Int32Array(length)
  const previous = new Int32Array(length + 1)
  const rank = new Int32Array(length)
  const heap = createHeap(length)
  let parts = length

  function consider(part: number): void {
    const middle = next[part] as number
    const end = middle < length ? (next[middle] as number) : Infinity
    const joined = end - part > ranks.longest ? undefined : ranks.get(piece.slice(part, end))
    rank[part] = joined ?? -1
    if (joined !== undefined) heap.push(joined * POSITIONS + part)
  }

  for (let part = 0; part < length; part++) next[part] = part + 1
  for (let part = 0; part <= length; part++) previous[part] = part - 1
  for (let part = 0; part < length; part++) consider(part)

  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const part = key % POSITIONS
    // Entries are not taken out of the heap when a merge outdates them; they are recognised here.
    if (rank[part] !== Math.floor(key / POSITIONS)) continue
    const absorbed = next[part] as number
    const end = next[absorbed] as number
    rank[absorbed] = -1
    next[part] = end
    previous[end] = part
    parts--
    consider(part)
    if (part > 0) consider(previous[part] as number)
  }
  return parts
}
