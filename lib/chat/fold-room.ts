import type { ModelInfo } from '../ports/chat-models.ts'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'
import { foldMessages } from './fold-messages.ts'
import { promptTokens } from './prompt-tokens.ts'
import { unseenTokensIn } from './tokens-in.ts'

/** In tokens: of more at once a summary keeps too little, whatever the model's window. */
const LARGEST_PART = 12_000
/** Also where prompt and summary leave less: then the model's server says so. */
const SMALLEST_PART = 200
/** Of what the model can take: its tokens may be counted in a stand-in for its encoding. */
const PART_SHARE = 0.9

/** What a model can be told at once beside its prompt and the summary so far (null: none), in tokens. */
export async function foldRoom(
  counter: TokenCounter,
  { limits }: Pick<ModelInfo, 'limits'>,
  { template, words }: { template: string; words: number },
): Promise<(earlier: TokenCounts | null) => number> {
  const { window, answerReserve, encoding } = limits
  const fixed = await promptTokens(counter, limits, foldMessages(template, '', [], words))
  const all = PART_SHARE * (window - answerReserve) - fixed
  return (earlier) => {
    const left = all - (earlier === null ? 0 : unseenTokensIn(encoding, earlier))
    return Math.max(SMALLEST_PART, Math.min(LARGEST_PART, left))
  }
}
