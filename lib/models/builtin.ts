import type { ModelLimits, PublishedEncoding } from '../memory/types.ts'
import type { ChatModel, ModelEvent, ModelInfo, ModelRequest } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { BUILTIN_MODEL } from '../schemas/model.ts'
import { replyTo } from './builtin/reply.ts'
import { summaryFor } from './builtin/summary.ts'
import { titleFor } from './builtin/title.ts'
import { type Pause, pause as realPause } from './pause.ts'
import { stopAt } from './stop-at.ts'

export type BuiltinDeps = {
  limitsOf(
    name: string,
    known: {
      window?: number | undefined
      answerReserve?: number | undefined
      encoding?: PublishedEncoding | undefined
    },
  ): ModelLimits
  tokens: TokenCounter
  pause?: Pause | undefined
  /** Milliseconds between two words, so that one can see it stream, and stop it. */
  wordMs?: number | undefined
}

const WINDOW = 32_000
const WORD_MS = 8

/**
 * No AI: quotes, from exactly what it is sent, what best matches the newest message. The same input, the same reply.
 */
export function builtinModel(deps: BuiltinDeps): ChatModel {
  const { limitsOf, tokens, pause = realPause, wordMs = WORD_MS } = deps
  const info: ModelInfo = {
    id: BUILTIN_MODEL,
    name: 'Built-in',
    provider: 'builtin',
    limits: {
      ...limitsOf('builtin', { window: WINDOW }),
      encoding: 'o200k_base',
      exact: true,
    },
    note: 'No AI: it answers by quoting what it was sent. Connect a model for real answers.',
  }

  const count = async (text: string) => (await tokens.count(text)).o200k

  return {
    info,
    stream(request) {
      const { stop } = request.options ?? {}
      return stop ? stopAt(speak(request), stop) : speak(request)
    },
  }

  async function* speak({
    messages,
    options = {},
    purpose = 'answer',
    signal,
  }: ModelRequest): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted()
    const counts = await Promise.all(messages.map(({ content }) => count(content)))
    // As the context map counts: with the overhead of every message and of the request.
    const { perMessage, perRequest } = info.limits
    const input = counts.reduce((sum, each) => sum + each + perMessage, perRequest)
    const reply = SAY[purpose](messages, input)
    const said = await beginning(reply, options.maxTokens)
    for (const word of wordsOf(said)) {
      signal.throwIfAborted()
      yield { type: 'text', text: word }
      // Nobody watches a summary being written.
      if (purpose !== 'summary') await pause(wordMs, signal)
    }
    yield {
      type: 'end',
      usage: { input, cachedInput: null, output: await count(said), reasoning: null },
      reason: said === reply ? 'stop' : 'length',
    }
  }

  /** As many whole words as have no more tokens than that. */
  async function beginning(reply: string, maxTokens: number | undefined): Promise<string> {
    if (maxTokens === undefined || (await count(reply)) <= maxTokens) return reply
    let said = ''
    let left = maxTokens
    for (const word of wordsOf(reply)) {
      left -= await count(word)
      if (left < 0) break
      said += word
    }
    return said
  }
}

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? []

const SAY = { answer: replyTo, title: titleFor, summary: summaryFor } as const
