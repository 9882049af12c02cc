import { createHash } from 'node:crypto'
import type { Encoding, Instructions } from '../memory/index.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { tokensIn } from './tokens-in.ts'

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
