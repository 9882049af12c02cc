import { createHash } from 'node:crypto'
import type { Encoding } from '../memory/index.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { tokensIn } from './tokens-in.ts'

/** A text that is sent beside the messages, with the hash that a context map names it by. */
export type MeasuredText = { text: string; hash: string; tokens: number }

/** `tokens`: of the text alone, in this encoding. */
export async function measureText(
  counter: TokenCounter,
  text: string,
  encoding: Encoding,
): Promise<MeasuredText> {
  const hash = createHash('sha256').update(text).digest('hex')
  return { text, hash, tokens: tokensIn(encoding, await counter.count(text), text) }
}
