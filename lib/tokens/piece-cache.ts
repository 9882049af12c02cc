/** Longer pieces are rare and seldom return. */
const LONGEST_PIECE = 96

/** The counts of pieces met before, at most `capacity`: nearly every piece of a text is a common word. */
export type PieceCache = {
  get(piece: string): number | undefined
  set(piece: string, count: number): void
}

export function createPieceCache(capacity: number): PieceCache {
  const counts = new Map<string, number>()
  return {
    get: (piece) => counts.get(piece),
    set(piece, count) {
      if (piece.length > LONGEST_PIECE) return
      // Starting afresh costs less than keeping an order of use: the common words are back at once.
      if (counts.size >= capacity) counts.clear()
      counts.set(ownCopy(piece), count)
    },
  }
}

/** A slice may be a view that keeps the whole text in memory for as long as the cache lives. */
function ownCopy(piece: string): string {
  return Buffer.from(piece, 'utf8').toString('utf8')
}
