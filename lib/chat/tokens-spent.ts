import type { ContextMap } from '../memory/index.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { Usage } from '../schemas/message.ts'

/** What one turn asked of its model, whatever became of the answer. */
export type ModelCall = {
  usage: Usage | null
  /** null: it was not called. */
  sent: ContextMap | null
  /** What it wrote. */
  text: string
}

/** As the provider counted them; where it did not, and the model wrote something, as we count them. */
export async function tokensSpent(
  { usage, sent, text }: ModelCall,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<number> {
  if (usage && (usage.input !== null || usage.output !== null))
    return (usage.input ?? 0) + (usage.output ?? 0)
  if (text === '') return 0
  return (sent?.tokens ?? 0) + (await tokens.count(text)).o200k
}
