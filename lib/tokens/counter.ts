import { type Ranks, toByteString } from './bpe-ranks.ts'
import { countMerged } from './merge.ts'
import { createPieceCache } from './piece-cache.ts'
import type { PieceEnd } from './runs.ts'

/** Some 6 MB of the commonest pieces. */
const CACHED_PIECES = 65_536

/**
 * A function that counts the tokens of any text. The text is cut into pieces first, and no token spans two of them.
 * What looks like a special token (`<|endoftext|>`) is plain text, and a lone surrogate counts as U+FFFD.
 */
export function createCounter(pieceEnd: PieceEnd, ranks: Ranks): (text: string) => number {
  const cache = createPieceCache(CACHED_PIECES)

  function countPiece(piece: string): number {
    const cached = cache.get(piece)
    if (cached !== undefined) return cached
    const bytes = toByteString(piece)
    const count = ranks.get(bytes) === undefined ? countMerged(bytes, ranks) : 1
    cache.set(piece, count)
    return count
  }

  return (text) => {
    const wellFormed = text.toWellFormed()
    let tokens = 0
    for (let start = 0; start < wellFormed.length; ) {
      const end = pieceEnd(wellFormed, start)
      tokens += countPiece(wellFormed.slice(start, end))
      start = end
    }
    return tokens
  }
}
