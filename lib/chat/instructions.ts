import { createHash } from 'node:crypto'
import type { Instructions } from '../memory/index.ts'
import type { Encoding } from '../memory/types.ts'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'

/** In the encoding that a model is counted by. */
export const tokensIn = (encoding: Encoding, counts: TokenCounts): number =>
  encoding === 'cl100k_base' ? counts.cl100k : counts.o200k

/** A system message with its hash and tokens; null for a blank one, which is not sent. */
export async function measureInstructions(
  counter: TokenCounter,
  text: string,
  encoding: Encoding,
): Promise<(Instructions & { text: string }) | null> {
  if (text.trim() === '') return null
  const hash = createHash('sha256').update(text).digest('hex')
  return { text, hash, tokens: tokensIn(encoding, await counter.count(text)) }
}
