import type { TokenCounts } from '../ports/token-counter.ts'
import { countTokens } from './index.ts'

export function countBoth(text: string): TokenCounts {
  return { cl100k: countTokens(text, 'cl100k_base'), o200k: countTokens(text, 'o200k_base') }
}
