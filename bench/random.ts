export type Random = {
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

/** Numbers that are the same for the same seed, so that every run measures the same. Marsaglia's 32-bit xorshift. */
export function createRandom(seed: number): Random {
  let state = seed | 0 || 1

  function below(limit: number): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }

  return {
    below,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('Nothing to pick from.')
      return items[below(items.length)] as T
    },
  }
}
