import { AppError } from '../errors.ts'
import { type FoldPart, SUMMARY_REFUSALS, type SummaryRefusal, summaryRefusal } from '../memory/index.ts'
import type { ChatModel } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { cleanSummary } from './clean-summary.ts'
import { foldMessages } from './fold-messages.ts'
import { tokensIn } from './tokens-in.ts'

/** In UTF-16 units. Whoever says more is not listened to any longer. */
const SAID_MAX = 200_000

export type ToTell = {
  template: string
  earlier: string | null
  part: Pick<FoldPart, 'messages'>
  words: number
}

/**
 * What a model writes of an earlier summary and the messages of a part. Throws what the call throws, and
 * `model_summary_refused` for what is no summary.
 */
export async function writeSummary(
  deps: { tokens: TokenCounter },
  model: ChatModel,
  { template, earlier, part, words }: ToTell,
  signal: AbortSignal,
): Promise<string> {
  const messages = foldMessages(template, earlier, part.messages, words)
  let said = ''
  for await (const event of model.stream({ messages, purpose: 'summary', signal })) {
    if (event.type === 'text') said += event.text
    if (event.type === 'end' && event.reason === 'length') throw refused('cut')
    if (said.length > SAID_MAX) throw refused('long')
  }
  const text = cleanSummary(said)
  const { encoding } = model.info.limits
  const count = async (text: string) => tokensIn(encoding, await deps.tokens.count(text), text)
  const told = part.messages.map(({ content }) => content)
  const [tokens, sources] = await Promise.all([
    count(text),
    count((earlier === null ? told : [earlier, ...told]).join('\n')),
  ])
  const refusal = summaryRefusal(text, { tokens, sources })
  if (refusal) throw refused(refusal)
  return text
}

const refused = (refusal: SummaryRefusal) =>
  new AppError('model_summary_refused', SUMMARY_REFUSALS[refusal], { details: { refusal } })
