import type { Encoding } from '../memory/index.ts'
import type { TokenCounts } from '../ports/token-counter.ts'

/** A text's count in the encoding that a model is counted by. */
export const tokensIn = (encoding: Encoding, counts: TokenCounts): number =>
  encoding === 'cl100k_base' ? counts.cl100k : counts.o200k
