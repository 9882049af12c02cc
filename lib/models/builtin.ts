import type { ModelLimits } from '../memory/types.ts'
import type { ChatModel, ModelInfo, PromptMessage } from '../ports/chat-models.ts'
import { type Amount, replyTo } from './builtin/reply.ts'
import { type Pause, pause as realPause } from './pause.ts'

export type BuiltinDeps = {
  limitsOf(name: string, known: { window?: number | undefined }): ModelLimits
  /** By o200k_base; left out: characters are told. */
  countTokens?: ((text: string) => number | Promise<number>) | undefined
  pause?: Pause | undefined
  /** Milliseconds between two words, so that one can see it stream, and stop it. */
  wordMs?: number | undefined
}

const WINDOW = 32_000
const WORD_MS = 8

/** No AI: quotes, from exactly what it is sent, what best matches the newest message. The same input, the same reply. */
export function builtinModel(deps: BuiltinDeps): ChatModel {
  const { limitsOf, countTokens, pause = realPause, wordMs = WORD_MS } = deps
  const info: ModelInfo = {
    id: 'builtin',
    name: 'Built-in',
    provider: 'builtin',
    limits: {
      ...limitsOf('builtin', { window: WINDOW }),
      window: WINDOW,
      encoding: 'o200k_base',
      exact: true,
    },
    note: 'No AI: it answers by quoting what it was sent. Connect a model for real answers.',
  }

  /** As the context map counts: with the overhead of every message and of the request. */
  async function amountOf(messages: readonly PromptMessage[]): Promise<Amount> {
    if (!countTokens) {
      const size = messages.reduce((sum, { content }) => sum + content.length, 0)
      return { messages: messages.length, size, unit: 'characters' }
    }
    const counts = await Promise.all(messages.map(({ content }) => countTokens(content)))
    const { perMessage, perRequest } = info.limits
    const size = counts.reduce((sum, count) => sum + count + perMessage, perRequest)
    return { messages: messages.length, size, unit: 'tokens' }
  }

  return {
    info,
    async *stream({ messages, signal }) {
      signal.throwIfAborted()
      const amount = await amountOf(messages)
      const reply = replyTo(messages, amount)
      for (const word of reply.match(/\s*\S+/g) ?? []) {
        signal.throwIfAborted()
        yield { type: 'text', text: word }
        await pause(wordMs, signal)
      }
      yield {
        type: 'end',
        usage: {
          input: amount.unit === 'tokens' ? amount.size : null,
          cachedInput: null,
          output: countTokens ? await countTokens(reply) : null,
          reasoning: null,
        },
        reason: 'stop',
      }
    },
  }
}
