import type { PublishedEncoding } from '../memory/types.ts'
import { ranksOf } from './bpe-ranks.ts'
import { createCounter } from './counter.ts'
import type { PieceEnd } from './runs.ts'
import { cl100kPieceEnd } from './split-cl100k.ts'
import { o200kPieceEnd } from './split-o200k.ts'

export { imageRuleOf } from './image-rules.ts'
export { type ImageDetail, type ImageRule, type ImageSize, imageTokens } from './image-tokens.ts'

const PIECE_ENDS: Record<PublishedEncoding, PieceEnd> = {
  cl100k_base: cl100kPieceEnd,
  o200k_base: o200kPieceEnd,
}

const counters = new Map<PublishedEncoding, (text: string) => number>()

/**
 * The number of tokens of a text as plain text, exactly as OpenAI's tokenizer counts it. Synchronous, and the first
 * call for an encoding loads its table: `createTokenCounter` is for texts of any length in a server.
 */
export function countTokens(text: string, encoding: PublishedEncoding = 'cl100k_base'): number {
  let count = counters.get(encoding)
  if (!count) {
    count = createCounter(PIECE_ENDS[encoding], ranksOf(encoding))
    counters.set(encoding, count)
  }
  return count(text)
}
