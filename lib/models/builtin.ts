import type { ModelLimits, PublishedEncoding } from '../memory/types.ts'
import type { ChatModel, ModelInfo } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { replyTo } from './builtin/reply.ts'
import { summaryFor } from './builtin/summary.ts'
import { titleFor } from './builtin/title.ts'
import { type Pause, pause as realPause } from './pause.ts'

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
    id: 'builtin',
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
    async *stream({ messages, purpose = 'answer', signal }) {
      signal.throwIfAborted()
      const counts = await Promise.all(messages.map(({ content }) => count(content)))
      // As the context map counts: with the overhead of every message and of the request.
      const { perMessage, perRequest } = info.limits
      const input = counts.reduce((sum, each) => sum + each + perMessage, perRequest)
      const reply = SAY[purpose](messages, input)
      for (const word of reply.match(/\s*\S+/g) ?? []) {
        signal.throwIfAborted()
        yield { type: 'text', text: word }
        // Nobody watches a summary being written.
        if (purpose !== 'summary') await pause(wordMs, signal)
      }
      yield {
        type: 'end',
        usage: { input, cachedInput: null, output: await count(reply), reasoning: null },
        reason: 'stop',
      }
    },
  }
}

const SAY = { answer: replyTo, title: titleFor, summary: summaryFor } as const
