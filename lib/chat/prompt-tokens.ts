import type { ModelLimits } from '../memory/index.ts'
import type { PromptMessage } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { tokensIn } from './tokens-in.ts'

/** What a request with these messages takes of a model, in tokens, overhead included. */
export async function promptTokens(
  counter: TokenCounter,
  { encoding, perMessage, perRequest }: ModelLimits,
  messages: readonly PromptMessage[],
): Promise<number> {
  const counts = await Promise.all(
    messages.map(async ({ content }) => tokensIn(encoding, await counter.count(content), content)),
  )
  return counts.reduce((sum, count) => sum + count + perMessage, perRequest)
}
