import { AppError } from '../errors.ts'
import type { ChatModels, ModelInfo, ModelOptions, PromptMessage } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { Completion, CompletionEvent } from '../schemas/completion.ts'
import type { CompletionRequest } from '../schemas/openai.ts'
import { assertAnswered } from './assert-answered.ts'
import { countCompletion } from './count-completion.ts'
import { modelNamed } from './model-named.ts'
import { modelOptions } from './model-options.ts'
import type { OpenCall, OpenCalls } from './open-calls.ts'
import { promptTokens } from './prompt-tokens.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Runs } from './runs.ts'
import { tokensIn } from './tokens-in.ts'

export type PassThroughDeps = {
  models: ChatModels
  tokens: TokenCounter
  runs: Pick<Runs, 'assertOpen'>
  openCalls: Pick<OpenCalls, 'open'>
  limits: RateLimits
  clock: Clock
  ids: Ids
  /** A model is about to be asked. */
  onBegin(id: string): void
}

/**
 * A turn that keeps nothing: the messages go to the model as they came, and the answer comes back. `left` cancels the
 * call, and so does the end of the process. `who`: who asks, as limits count them. Throws `rate_limited`,
 * `unknown_model`, `context_too_large`, `shutting_down`, and `invalid_request` for the result of no call, before the
 * model is asked.
 */
export async function passThrough(
  deps: PassThroughDeps,
  request: CompletionRequest,
  { left, who = '' }: { left: AbortSignal; who?: string },
): Promise<Completion> {
  deps.runs.assertOpen()
  await deps.limits.admit(who)
  const model = await modelNamed(deps.models, request.model)
  const options = modelOptions(request)
  const { messages } = request
  assertAnswered(messages.filter(({ role }) => role !== 'system').map(resultOf), [])
  const input = await tokensOf(deps.tokens, model.info, messages, options)
  assertRoomFor(model.info, input, options)
  const id = deps.ids.next()
  deps.onBegin(id)
  const call = deps.openCalls.open(left)
  const { signal } = call
  const events = countCompletion(model.stream({ messages, options, keepsNothing: true, signal }), {
    counter: deps.tokens,
    model: model.info,
    input,
    left: signal,
    onSpent: (spent) => void deps.limits.spent(who, spent),
  })
  return {
    id,
    model: model.info.id,
    createdAt: deps.clock.now(),
    sessionId: null,
    events: untilOver(events, call),
  }
}

async function* untilOver(
  events: AsyncIterable<CompletionEvent>,
  { over }: OpenCall,
): AsyncGenerator<CompletionEvent, void, undefined> {
  try {
    yield* events
  } finally {
    over()
  }
}

const resultOf = (message: PromptMessage) => (message.role === 'tool' ? message : {})

/** All that is sent, in tokens. Calls and tools are counted as the JSON that they are. */
async function tokensOf(
  counter: TokenCounter,
  { limits }: ModelInfo,
  messages: readonly PromptMessage[],
  { tools }: ModelOptions,
): Promise<number> {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name + call.arguments) : [],
  )
  const beside = [...calls, ...(tools ? [JSON.stringify(tools)] : [])]
  const counts = beside.map(async (text) => tokensIn(limits.encoding, await counter.count(text), text))
  const said = await promptTokens(counter, limits, messages)
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, said)
}

function assertRoomFor({ name, limits }: ModelInfo, tokens: number, { maxTokens }: ModelOptions): void {
  const room = limits.window - (maxTokens ?? limits.answerReserve)
  if (tokens <= room) return
  const [has, takes] = [tokens, room].map((count) => count.toLocaleString('en'))
  throw new AppError(
    'context_too_large',
    `The messages have ${has} tokens; ${name} takes at most ${takes} with room for the answer. Send less, or choose a model with a larger window.`,
    { details: { tokens, limit: room } },
  )
}
