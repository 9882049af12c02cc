import { beforeEach } from 'vitest'
import { promptsOf } from '../../../e2e/support/prompts.ts'
import type { DatabaseUnderTest } from '../../db/testing/use-database.ts'
import type { MessageView } from '../../schemas/message.ts'
import { PAGE_SESSION } from '../../schemas/session.ts'
import { createReplyCache, type ReplyCache } from '../reply-cache.ts'
import type { FirstMessage } from '../reply-key.ts'
import type { StartedTurn } from '../started-turn.ts'
import { message, OWNER, useChat } from './use-chat.ts'

export const INSTRUCTIONS = 'You are a helpful assistant.'
/** How long an answer is kept. */
export const KEPT_MS = 3_600_000

export type Asked = Partial<FirstMessage> & {
  bypass?: boolean
  guidance?: string
  clientId?: string
  model?: string
}

export const firstOf = (query: string, change: Partial<FirstMessage> = {}): FirstMessage => ({
  ...{ endpoint: 'ask', user: null, query, metadata: {}, instructions: INSTRUCTIONS, memory: null },
  ...change,
})

/** A chat with a reply cache, empty before each test. */
export function useReplyCache(db: DatabaseUnderTest) {
  const under = useChat(db)
  const warnings: string[] = []
  const log = {
    info: () => undefined,
    warn: (text: string) => void warnings.push(text),
    error: () => undefined,
  }
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  let cache: ReplyCache

  const createCache = (change: Partial<Parameters<typeof createReplyCache>[0]> = {}) =>
    createReplyCache({
      replies: db.now.replies,
      life: under.chat.life,
      clock,
      log,
      keptMs: KEPT_MS,
      ...change,
    })

  beforeEach(() => {
    aheadMs = 0
    warnings.length = 0
    cache = createCache()
  })

  async function begin(query: string, asked: Asked = {}, by = { chat: under.chat, cache }) {
    const { bypass, guidance, clientId, model = null, ...change } = asked
    const first = firstOf(query, change)
    const reply = by.cache.first(OWNER, first, { bypass })
    const request = { ...message(query), instructions: INSTRUCTIONS, model }
    if (clientId) request.message.clientId = clientId
    const kind = { ...PAGE_SESSION, source: 'interface', user: first.user, brief: true } as const
    const turn = await by.chat.turns.start(OWNER, request, { kind, guidance, ...reply.options })
    return { turn, status: reply.status(turn) }
  }

  async function read({ events }: StartedTurn) {
    let sessionId = ''
    let answer: MessageView | null = null
    for await (const event of events) {
      if (event.type === 'start') sessionId = event.session.id
      if (event.type === 'end') answer = event.answer
    }
    return { sessionId, answer, text: answer?.parts.find(({ type }) => type === 'text')?.text ?? '' }
  }

  /** A whole turn, with what it was asked kept. */
  async function ask(query: string, asked: Asked = {}, by = { chat: under.chat, cache }) {
    const { turn, status } = await begin(query, asked, by)
    const ended = await read(turn)
    await by.cache.settled()
    return { ...ended, status: await status }
  }

  /** So many that ask the same at once, as soon as the first one's call is held and all others wait for it. */
  async function askAtOnce(query: string, count: number) {
    const begun = await Promise.all(Array.from({ length: count }, () => begin(query)))
    await under.upstream.waitFor(({ held }) => held)
    const turns = await Promise.all(
      begun.map(async ({ turn, status }) => ({ turn, status: await status, ended: read(turn) })),
    )
    const first = turns.find(({ status }) => status === 'miss')
    if (!first) throw new Error('None was the first.')
    return { turns, first, others: turns.filter((turn) => turn !== first) }
  }
  const ends = (turns: { ended: ReturnType<typeof read> }[]) => Promise.all(turns.map(({ ended }) => ended))
  const statusesOf = (ended: { answer: MessageView | null }[]) => ended.map(({ answer }) => answer?.status)

  const calls = () => under.upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))
  const kept = () => db.now.database.read((tx) => tx.cachedReply.count())
  const sent = () => promptsOf(calls()).at(-1)

  return {
    under,
    get cache() {
      return cache
    },
    warnings,
    createCache,
    begin,
    read,
    ask,
    askAtOnce,
    ends,
    statusesOf,
    calls,
    kept,
    sent,
    passTime: (ms: number) => {
      aheadMs += ms
    },
  }
}
