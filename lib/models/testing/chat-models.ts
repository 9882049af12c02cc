import { AppError } from '../../errors.ts'
import type { ModelLimits } from '../../memory/types.ts'
import type { ChatModel, ModelEvent, ModelOptions, PromptMessage } from '../../ports/chat-models.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { ChatModelsConfig } from '../chat-models.ts'

export const limitsOf = (
  _name: string,
  {
    window = 8_192,
    answerReserve = 1_000,
  }: { window?: number | undefined; answerReserve?: number | undefined },
): ModelLimits => ({
  window,
  answerReserve,
  encoding: 'o200k_base',
  exact: false,
  perMessage: 4,
  perRequest: 3,
})

/** Words, by the encoding that the built-in model counts by. */
export const tokens: TokenCounter = {
  count: async (text) => ({ cl100k: 0, o200k: text.split(/\s+/).length }),
}

/** A clock that stands until it is moved. */
export function standingClock() {
  let now = Date.UTC(2026, 10, 30, 12)
  return {
    now: () => new Date(now),
    move(ms: number) {
      now += ms
    },
  }
}

/** Does not wait; says how long it was asked to. */
export function countedPause() {
  const waits: number[] = []
  const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    waits.push(ms)
  }
  return { pause, waits }
}

/** A port that nothing listens on. */
export const NOBODY = 'http://127.0.0.1:9'

export const CONFIG: ChatModelsConfig = {
  ollamaUrl: NOBODY,
  lmStudioUrl: NOBODY,
  discoverLocal: false,
  timeouts: { firstByteMs: 10_000, betweenChunksMs: 10_000, discoveryMs: 5_000 },
}

export const say = (content: string): PromptMessage[] => [{ role: 'user', content }]

/** Everything that a stream gave, and what it threw at its end. */
export async function collect(
  model: ChatModel,
  messages: readonly PromptMessage[],
  signal: AbortSignal = new AbortController().signal,
  options: ModelOptions = {},
) {
  const events: ModelEvent[] = []
  let error: unknown = null
  try {
    for await (const event of model.stream({ messages, options, signal })) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  const joined = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('')
  return {
    events,
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: events.filter((event) => event.type === 'tool-call'),
    end: events.find((event) => event.type === 'end'),
    error,
    failure: error instanceof AppError ? error.toBody() : null,
  }
}
