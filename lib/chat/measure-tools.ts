import type { Encoding } from '../memory/index.ts'
import type { Tool } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { type MeasuredText, measureText } from './measure-text.ts'

/** What a model may call, as the JSON that it is counted by; null: nothing. */
export async function measureTools(
  counter: TokenCounter,
  tools: readonly Tool[] | undefined,
  encoding: Encoding,
): Promise<MeasuredText | null> {
  return tools === undefined || tools.length === 0
    ? null
    : measureText(counter, JSON.stringify(tools), encoding)
}
