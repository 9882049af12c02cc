import type { ModelInfo } from '../ports/chat-models.ts'
import type { Ids } from '../ports/ids.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { SaidBefore, Splice, TurnPrompt } from '../ports/turn-store.ts'
import { assertFits } from './assert-fits.ts'
import { guided, measureInstructions } from './instructions.ts'
import { measureTools } from './measure-tools.ts'
import { titleFromMessage } from './title.ts'
import { tokensIn } from './tokens-in.ts'
import type { TurnOptions, TurnRequest } from './turn-request.ts'

type Deps = { tokens: TokenCounter; ids: Ids }

type Frame = {
  /** Those that count where the request has none. */
  instructions: string
  guidance: string
  model: ModelInfo
  splice: Splice | undefined
} & Pick<TurnOptions, 'toolCallId' | 'tools'>

/** What a request wants answered. Throws `message_too_long` for a message that no trimming can make fit. */
export async function turnPrompt(
  { tokens: counter, ids }: Deps,
  request: TurnRequest,
  { instructions, guidance, model, splice, toolCallId, tools }: Frame,
): Promise<TurnPrompt> {
  if (request.action === 'again') {
    const { messageId, last, clientId } = request
    return { kind: 'again', messageId, last, clientId }
  }
  if (request.action !== 'send') return { kind: request.action, answerId: request.answerId }
  const { text, clientId } = request.message
  const { encoding } = model.limits
  const [count, measured, offered] = await Promise.all([
    counter.count(text),
    measureInstructions(counter, guided(request.instructions ?? instructions, guidance), encoding),
    measureTools(counter, tools, encoding),
  ])
  const newTokens = saidWith(splice, toolCallId).reduce(
    (sum, said) => sum + tokensIn(encoding, said.tokens, said.text) + model.limits.perMessage,
    tokensIn(encoding, count, text),
  )
  assertFits(model, newTokens, { instructions: measured, tools: offered })
  const title = titleFromMessage(firstSaid(splice) ?? text)
  return { kind: 'send', id: ids.next(), clientId, text, toolCallId, tokens: count, title, splice }
}

/** What a client that brings a history begins it with. */
const firstSaid = (splice: Splice | undefined): string | undefined =>
  splice?.before.find(({ role }) => role === 'user')?.text

/** What came with a result in the exchange that it belongs to: all of it is sent, or nothing. */
function saidWith(splice: Splice | undefined, toolCallId: string | undefined): readonly SaidBefore[] {
  const before = (toolCallId !== undefined && splice?.before) || []
  return before.slice(
    Math.max(
      0,
      before.findLastIndex(({ role }) => role === 'user'),
    ),
  )
}
