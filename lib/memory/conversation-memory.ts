import { exchangeStart } from './exchange.ts'
import { type ExchangeCursor, keepNewest } from './keep-newest.ts'
import { MemoryError } from './memory-error.ts'
import { requireLimit } from './require-count.ts'
import type { Message } from './types.ts'

export type MemoryOptions = {
  /** The newest N exchanges before the new user message; 0: only that message. */
  maxExchanges?: number | null
  /** Of the texts of all that is returned, system messages included. */
  maxTokens?: number | null
  /** Counts as off: there is no rolling summary yet. */
  useSummary?: boolean
  /** Of the rolling summary; `{messages}` stands for what is summarised. */
  summaryPromptTemplate?: string | null
}

export type Log = { warn(message: string, details?: object): void }

export type MemoryDependencies = {
  countTokens(text: string): number
  /** Asks a model for the rolling summary; not called until there is one. */
  summarize?(prompt: string, options: { signal?: AbortSignal }): Promise<string>
  log?: Log
}

type CallOptions = { signal?: AbortSignal }

export type ConversationMemory = {
  /** What the model is to see of a history. An aborted signal throws its reason before any work. */
  process(history: readonly Message[], options?: CallOptions): Promise<Message[]>
  /** Remembers an exchange, in the forms that can. Throws `empty_session_id`. */
  store(user: string, assistant: string, sessionId: string, options?: CallOptions): Promise<void>
}

/**
 * The stateless form: it is given the history each time. System messages are always kept, and stand first
 * when anything was trimmed; whole exchanges are dropped, oldest first; the newest one always stays. Blank
 * messages are left alone: one that calls a tool may have no text. Throws `invalid_option`.
 */
export function conversationMemory(options: MemoryOptions, deps: MemoryDependencies): ConversationMemory {
  const { maxExchanges = null, maxTokens = null } = options
  requireLimit('maxExchanges', maxExchanges)
  requireLimit('maxTokens', maxTokens)

  return {
    async process(history, { signal } = {}) {
      signal?.throwIfAborted()
      const system = history.filter((message) => message.role === 'system')
      const talk = history.filter((message) => message.role !== 'system')
      const start = trim(system, talk)
      return start === 0 ? [...history] : [...system, ...talk.slice(start)]
    },

    async store(_user, _assistant, sessionId, { signal } = {}) {
      signal?.throwIfAborted()
      if (!sessionId)
        throw new MemoryError('empty_session_id', 'A session id is needed to store an exchange.')
    },
  }

  /** The place in `talk` where the kept part begins. */
  function trim(system: readonly Message[], talk: readonly Message[]): number {
    if (maxExchanges === null && maxTokens === null) return 0
    const newest = newestExchange(talk)
    const answered = talk.at(-1)?.role === 'assistant'
    if (maxExchanges === 0 && answered) return talk.length
    const used = maxTokens === null ? 0 : tokensOf(system) + tokensOf(talk.slice(newest))
    if (maxTokens !== null && used > maxTokens) {
      deps.log?.warn('The newest exchange and the system messages alone are over maxTokens.', {
        tokens: used,
        maxTokens,
      })
    }
    const cursor: ExchangeCursor = {
      start: newest,
      cost: 0,
      step(end) {
        cursor.start = exchangeStart(talk, end)
        cursor.cost = maxTokens === null ? 0 : tokensOf(talk.slice(cursor.start, end))
      },
    }
    return keepNewest(cursor, 0, newest, {
      // An exchange that has its answer is one of the N; one that waits for it holds the new message.
      exchanges: maxExchanges === null ? Infinity : maxExchanges - (answered && newest < talk.length ? 1 : 0),
      tokens: maxTokens === null ? Infinity : maxTokens - used,
    }).start
  }

  function tokensOf(messages: readonly Message[]): number {
    return messages.reduce((sum, { content }) => sum + deps.countTokens(content), 0)
  }
}

/** Where the newest exchange begins; the end where there is none, as in a history without a user message. */
function newestExchange(talk: readonly Message[]): number {
  const start = exchangeStart(talk, talk.length)
  return talk[start]?.role === 'user' ? start : talk.length
}
