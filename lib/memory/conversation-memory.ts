import { exchangeStart } from './exchange.ts'
import { type ExchangeCursor, keepNewest } from './keep-newest.ts'
import { MemoryError } from './memory-error.ts'
import { requireLimit } from './require-count.ts'
import { summariseTrimmed } from './summarise-trimmed.ts'
import { DEFAULT_SUMMARY_PROMPT, requireMark } from './summary-prompt.ts'
import type { Message } from './types.ts'

export type MemoryOptions = {
  /** The newest N exchanges before the new user message; 0: only that message. */
  maxExchanges?: number | null
  /** Of the texts of all that is returned, system messages included. */
  maxTokens?: number | null
  /**
   * Has what was trimmed summarised, anew each time: this form remembers nothing. Without `summarize` it is left out.
   */
  useSummary?: boolean
  /** What asks for the summary; `{messages}` stands for what is summarised. null: `DEFAULT_SUMMARY_PROMPT`. */
  summaryPromptTemplate?: string | null
}

export type Log = { warn(message: string, details?: object): void }

export type MemoryDependencies = {
  countTokens(text: string): number
  /** Asks a model for a summary. */
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
 * messages are left alone: one that calls a tool may have no text. A summary of what was dropped stands before all
 * else; its tokens come on top of `maxTokens`. Throws `invalid_option`.
 */
export function conversationMemory(options: MemoryOptions, deps: MemoryDependencies): ConversationMemory {
  const { maxExchanges = null, maxTokens = null, useSummary = false } = options
  const { countTokens, summarize, log } = deps
  const budget = maxTokens ?? Infinity
  const template = options.summaryPromptTemplate ?? DEFAULT_SUMMARY_PROMPT
  requireLimit('maxExchanges', maxExchanges)
  requireLimit('maxTokens', maxTokens)
  requireMark(template)

  return {
    async process(history, { signal } = {}) {
      signal?.throwIfAborted()
      const system = history.filter((message) => message.role === 'system')
      const talk = history.filter((message) => message.role !== 'system')
      const start = trim(system, talk)
      if (start === 0) return [...history]
      const kept = [...system, ...talk.slice(start)]
      if (!useSummary || !summarize) return kept
      const summary = await summariseTrimmed(talk.slice(0, start), { template, summarize, log }, signal)
      return summary === null ? kept : [summary, ...kept]
    },

    async store(_user, _assistant, sessionId, { signal } = {}) {
      signal?.throwIfAborted()
      if (!sessionId)
        throw new MemoryError('empty_session_id', 'A session id is needed to store an exchange.')
    },
  }

  /** The place in `talk` where the kept part begins. */
  function trim(system: readonly Message[], talk: readonly Message[]): number {
    const newest = newestExchange(talk)
    const answered = talk.at(-1)?.role === 'assistant'
    if (maxExchanges === 0 && answered) return talk.length
    const used = tokensOf(system) + tokensOf(talk.slice(newest))
    if (used > budget) {
      log?.warn('The newest exchange and the system messages alone are over maxTokens.', {
        tokens: used,
        maxTokens,
      })
    }
    const cursor: ExchangeCursor = {
      start: newest,
      cost: 0,
      step(end) {
        cursor.start = exchangeStart(talk, end)
        cursor.cost = tokensOf(talk.slice(cursor.start, end))
      },
    }
    return keepNewest(cursor, 0, newest, {
      // An exchange that has its answer is one of the N; one that waits for it holds the new message.
      exchanges: (maxExchanges ?? Infinity) - (answered && newest < talk.length ? 1 : 0),
      tokens: budget - used,
    }).start
  }

  /** Without a budget nothing is counted. */
  function tokensOf(messages: readonly Message[]): number {
    if (maxTokens === null) return 0
    return messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  }
}

/** Where the newest exchange begins; the end where there is none, as in a history without a user message. */
function newestExchange(talk: readonly Message[]): number {
  const start = exchangeStart(talk, talk.length)
  return talk[start]?.role === 'user' ? start : talk.length
}
