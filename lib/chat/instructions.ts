import type { Encoding } from '../memory/index.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { type MeasuredText, measureText } from './measure-text.ts'

/** A system message with its hash and tokens; null for a blank one, which is not sent. */
export async function measureInstructions(
  counter: TokenCounter,
  text: string,
  encoding: Encoding,
): Promise<MeasuredText | null> {
  return text.trim() === '' ? null : measureText(counter, text, encoding)
}

/** Instructions with what is to be said in one turn alone behind them. */
export const guided = (instructions: string, guidance: string): string =>
  [instructions, guidance].filter((text) => text.trim() !== '').join('\n\n')
