import type { ChatModel, ModelEvent, ModelRequest } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Replies } from '../ports/replies.ts'
import type { ReplyCacheStatus } from '../schemas/ask.ts'
import { type MessagePart, type MessageView, textOf, type Usage } from '../schemas/message.ts'
import { createReplyFlights } from './reply-flights.ts'
import { type FirstMessage, replyKey } from './reply-key.ts'
import type { SessionLife } from './session-life.ts'
import type { StartedTurn } from './started-turn.ts'
import type { TurnOptions } from './turn-request.ts'
import { unlessAborted } from './unless-aborted.ts'

/** The cache's part in one turn. */
export type CachedTurn = {
  options: Pick<TurnOptions, 'through' | 'ended'>
  /**
   * What the cache did in that turn, as soon as it is known: before the answer's first word, or when it ended without
   * one. null: it had no part in it.
   */
  status(turn: Pick<StartedTurn, 'joined'>): Promise<ReplyCacheStatus | null>
}

/** Answers a first message that was asked before as it was answered then, without a call of the model. */
export type ReplyCache = {
  /**
   * For a turn that makes a session. With `bypass` the cache is neither asked nor told; nor is it where the model is
   * sent anything but the instructions and the query, such as what was recalled.
   */
  first(owner: string, message: FirstMessage, options?: { bypass?: boolean }): CachedTurn
  /** Resolves when what has ended by now is kept. */
  settled(): Promise<void>
}

export function createReplyCache(deps: {
  replies: Pick<Replies, 'find' | 'keep'>
  life: Pick<SessionLife, 'isDue'>
  clock: Clock
  log: Logger
  /** How long an answer is given again, in milliseconds; 0: never. */
  keptMs: number
}): ReplyCache {
  const { replies, life, clock, log, keptMs } = deps
  const flights = createReplyFlights()
  const keeping = new Set<Promise<void>>()

  /** A cache that cannot be read holds nothing: the model can be asked all the same. */
  async function find(owner: string, key: string): Promise<MessagePart[] | null> {
    try {
      const found = await replies.find(owner, key, clock.now())
      return found === null || life.isDue(found.session) ? null : found.parts
    } catch (error) {
      log.warn('The reply cache could not be read.', { error })
      return null
    }
  }

  async function keep(owner: string, key: string, answer: MessageView | null): Promise<void> {
    if (answer?.status !== 'complete' || textOf(answer) === '') return
    try {
      const expiresAt = new Date(clock.now().getTime() + keptMs)
      await replies.keep(owner, { key, messageId: answer.id, expiresAt })
    } catch (error) {
      log.warn('An answer could not be put into the reply cache.', { error })
    }
  }

  function cached(owner: string, first: FirstMessage): CachedTurn {
    const status = Promise.withResolvers<ReplyCacheStatus | null>()
    /** There once the model was asked in this turn, and has said all. */
    let keepAnswer: ((answer: MessageView | null) => Promise<void>) | undefined

    async function* lookOrAsk(model: ChatModel, request: ModelRequest): AsyncGenerator<ModelEvent> {
      const key = replyKey(owner, model.info.id, first)
      const { signal } = request
      for (let flight = flights.get(key); flight !== undefined; flight = flights.get(key)) {
        const found = await unlessAborted(flight.found, signal)
        if (found) {
          status.resolve('hit')
          return yield* again(found)
        }
        if (!flight.answered) status.resolve('wait')
        await unlessAborted(flight.over, signal)
      }

      const look = find(owner, key)
      const own = flights.begin(key, look)
      try {
        const found = await look
        signal.throwIfAborted()
        status.resolve(found ? 'hit' : 'miss')
        if (found) return yield* again(found)
        yield* model.stream(request)
        keepAnswer = (answer) => {
          own.answer()
          return keep(owner, key, answer).finally(own.end)
        }
      } finally {
        // Else it goes on until the answer is kept.
        if (!keepAnswer) own.end()
      }
    }

    return {
      status: async ({ joined }) => (joined ? null : status.promise),
      options: {
        through: (model) => ({
          info: model.info,
          stream(request) {
            if (isBare(request, first)) return lookOrAsk(model, request)
            status.resolve(null)
            return model.stream(request)
          },
        }),
        ended(answer) {
          status.resolve(null)
          if (!keepAnswer) return
          const kept = keepAnswer(answer).finally(() => keeping.delete(kept))
          keeping.add(kept)
        },
      },
    }
  }

  return {
    first: (owner, message, { bypass = false } = {}) =>
      bypass || keptMs === 0 ? UNTOUCHED : cached(owner, message),
    async settled() {
      await Promise.all(keeping)
    },
  }
}

const UNTOUCHED: CachedTurn = { options: {}, status: async () => null }

/** Whether the model is sent nothing but what the key was made of. */
function isBare({ messages }: ModelRequest, { instructions, query }: FirstMessage): boolean {
  const expected = [instructions, query].filter((text) => text.trim() !== '')
  return (
    messages.length === expected.length && messages.every(({ content }, index) => content === expected[index])
  )
}

const NOTHING_COUNTED: Usage = { input: 0, cachedInput: 0, output: 0, reasoning: 0, fromReplyCache: true }

/** As it was answered then, with its reasoning: the new session shows what the old one does. */
function* again(parts: readonly MessagePart[]): Generator<ModelEvent> {
  for (const { type, text } of parts) yield { type, text }
  yield { type: 'end', usage: NOTHING_COUNTED, reason: 'stop' }
}
