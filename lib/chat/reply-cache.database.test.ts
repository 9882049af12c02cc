import { beforeEach, describe, expect, test } from 'vitest'
import { promptsOf } from '../../e2e/support/prompts.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { MessageView } from '../schemas/message.ts'
import { PAGE_SESSION } from '../schemas/session.ts'
import { answerContext } from './answer-context.ts'
import { createReplyCache, type ReplyCache } from './reply-cache.ts'
import type { FirstMessage } from './reply-key.ts'
import type { StartedTurn } from './started-turn.ts'
import { BRIEF_MS, createChat, message, OWNER, useChat } from './testing/use-chat.ts'

const INSTRUCTIONS = 'You are a helpful assistant.'
const HOUR_MS = 3_600_000

type Asked = Partial<FirstMessage> & {
  bypass?: boolean
  guidance?: string
  clientId?: string
  model?: string
}

const firstOf = (query: string, change: Partial<FirstMessage> = {}): FirstMessage => ({
  ...{ endpoint: 'ask', user: null, query, metadata: {}, instructions: INSTRUCTIONS, memory: null },
  ...change,
})

describe.each(DIALECTS)('the reply cache on %s', (dialect) => {
  const db = useDatabase(dialect)
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
      keptMs: HOUR_MS,
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

  describe('a first message that was asked before', () => {
    test('is answered in a new session with the answer from then, and no call', async () => {
      const first = await ask('[[reason a thought]] one')
      const again = await ask('[[reason a thought]] one')
      expect([first.status, again.status]).toEqual(['miss', 'hit'])
      expect(again.sessionId).not.toBe(first.sessionId)
      expect(again.answer?.id).not.toBe(first.answer?.id)
      expect(again.answer).toMatchObject({ status: 'complete', error: null, model: first.answer?.model })
      expect(again.answer?.parts).toEqual(first.answer?.parts)
      expect(again.answer?.parts[0]).toEqual({ type: 'reasoning', text: 'a thought' })
      expect(again.answer?.tokens).toBe(first.answer?.tokens)
      expect(await db.now.messages.get(OWNER, again.answer?.id ?? '')).toMatchObject({ ...again.answer })
      expect(calls()).toHaveLength(1)
    })

    test('its usage is nothing, and says why', async () => {
      const first = await ask('one')
      const again = await ask('one')
      expect(first.answer?.usage).toMatchObject({ input: 10 })
      expect(first.answer?.usage).not.toHaveProperty('fromReplyCache')
      expect(again.answer?.usage).toEqual({
        ...{ input: 0, cachedInput: 0, output: 0, reasoning: 0 },
        fromReplyCache: true,
      })
    })

    test('its answer has a context of its own, which is what the answer from then was asked with', async () => {
      const first = await ask('one')
      const again = await ask('one')
      const context = await answerContext(db.now, OWNER, again.answer?.id ?? '')
      expect(context.sent).toEqual(sent())
      const map = context.map
      const { messages } = await db.now.messages.page(OWNER, again.sessionId, { beforeSeq: null, limit: 9 })
      expect(map?.segments).toMatchObject([
        { kind: 'instructions' },
        { kind: 'message', messageId: messages[0]?.id },
      ])
      const then = await answerContext(db.now, OWNER, first.answer?.id ?? '')
      expect(map?.tokens).toBe(then.map?.tokens)
      expect(map?.tokens).toBeGreaterThan(0)
    })

    test('the new session goes on from it', async () => {
      await ask('[[say]] one')
      const { sessionId } = await ask('[[say]] one')
      await read(await under.chat.turns.start(OWNER, message('and then?', sessionId)))
      expect(sent()).toEqual([
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: '[[say]] one' },
        { role: 'assistant', content: 'one' },
        { role: 'user', content: 'and then?' },
      ])
    })

    test('is so too when it comes before the answer is kept', async () => {
      const gate = Promise.withResolvers<void>()
      const { find, keep } = db.now.replies
      const slow: typeof keep = async (...reply) => {
        await gate.promise
        await keep(...reply)
      }
      const by = { chat: under.chat, cache: createCache({ replies: { find, keep: slow } }) }
      const first = await begin('one', {}, by)
      const { text } = await read(first.turn)
      const again = await begin('one', {}, by)
      const start = await again.turn.events.next()
      if (start.value?.type !== 'start') throw new Error('The first event is the start.')
      const { answer } = start.value
      // It is planned, and so looks for the answer.
      await expect.poll(() => db.now.contextMaps.get(OWNER, answer.id)).not.toBeNull()
      gate.resolve()
      expect((await read(again.turn)).text).toBe(text)
      expect(await again.status).toBe('hit')
      expect(calls()).toHaveLength(1)
    })

    test('is stopped as any other, while the answer is looked for', async () => {
      await ask('one')
      const { find, keep } = db.now.replies
      const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow: typeof find = async (...key) => {
        asked.resolve()
        await gate.promise
        return find(...key)
      }
      const by = { chat: under.chat, cache: createCache({ replies: { find: slow, keep } }) }
      const { turn, status } = await begin('one', {}, by)
      await asked.promise
      await under.chat.runs.stop(OWNER, turn.runId)
      gate.resolve()
      expect((await read(turn)).answer).toMatchObject({ status: 'stopped', parts: [] })
      expect(await status).toBeNull()
    })

    test('fifty at once are all answered without a call', async () => {
      const { text } = await ask('one')
      const again = await Promise.all(Array.from({ length: 50 }, () => ask('one')))
      expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['hit']))
      expect(new Set(again.map((each) => each.text))).toEqual(new Set([text]))
      expect(new Set(again.map(({ sessionId }) => sessionId)).size).toBe(50)
      expect(calls()).toHaveLength(1)
    })

    test('another process knows it too', async () => {
      await ask('one')
      const other = await db.another()
      const chat = createChat(other, under.upstream)
      try {
        expect(
          (await ask('one', {}, { chat, cache: createCache({ replies: other.replies, life: chat.life }) }))
            .status,
        ).toBe('hit')
      } finally {
        await chat.close()
      }
    })
  })

  describe('is asked anew', () => {
    test.each<[string, Asked]>([
      ['for another user', { user: 'ada' }],
      ['at another endpoint', { endpoint: 'code_assist' }],
      ['with other metadata', { metadata: { skill: 'beginner' } }],
      ['with another memory', { memory: { maxExchanges: 9 } }],
    ])('%s', async (_, asked) => {
      await ask('one')
      expect((await ask('one', asked)).status).toBe('miss')
      expect(calls()).toHaveLength(2)
      expect([(await ask('one')).status, (await ask('one', asked)).status]).toEqual(['hit', 'hit'])
    })

    test('by another model', async () => {
      await ask('one')
      const reply = cache.first(OWNER, {
        ...{
          endpoint: 'ask',
          user: null,
          query: 'one',
          metadata: {},
          instructions: INSTRUCTIONS,
          memory: null,
        },
      })
      const request = { ...message('one'), instructions: INSTRUCTIONS, model: 'builtin' }
      const turn = await under.chat.turns.start(OWNER, request, reply.options)
      expect(await reply.status(turn)).toBe('miss')
      expect((await read(turn)).answer?.model).toBe('builtin')
    })

    test.each<[string, (asked: { sessionId: string; answerId: string }) => Promise<unknown>]>([
      ['when the time is over', async () => (aheadMs = HOUR_MS)],
      ['once its session was cleared', ({ sessionId }) => under.chat.forget.clear(OWNER, sessionId)],
      ['once its session was deleted', ({ sessionId }) => under.chat.forget.deleteSessions(OWNER, sessionId)],
      [
        'once another answer took its place',
        async (asked) => read(await under.chat.turns.start(OWNER, { action: 'regenerate', ...asked })),
      ],
      [
        'once its session has ended',
        ({ sessionId: id }) =>
          db.now.database.write((tx) =>
            tx.session.update({ where: { id }, data: { deletedAt: new Date() } }),
          ),
      ],
      [
        'once its session is due to end',
        ({ sessionId: id }) =>
          db.now.database.write((tx) =>
            tx.session.update({ where: { id }, data: { lastActiveAt: new Date(Date.now() - BRIEF_MS) } }),
          ),
      ],
    ])('%s, and kept anew', async (_, change) => {
      const { sessionId, answer } = await ask('one')
      await change({ sessionId, answerId: answer?.id ?? '' })
      under.upstream.script({ text: 'another answer' })
      expect(await ask('one')).toMatchObject({ status: 'miss', text: 'another answer' })
      expect(await ask('one')).toMatchObject({ status: 'hit', text: 'another answer' })
    })

    test.each([
      ['failed', '[[status 400]]'],
      ['failed', '[[error 2]]'],
      ['interrupted', '[[cut 2]]'],
      ['interrupted', '[[length]]'],
      ['complete', '[[say]]'],
    ])('where it was %s, by %s', async (status, query) => {
      expect((await ask(query)).answer).toMatchObject({ status })
      expect(await kept()).toBe(0)
      expect((await ask(query)).status).toBe('miss')
    })

    test('where it was stopped', async () => {
      const { turn } = await begin('[[hold 2]] one')
      const ended = read(turn)
      await under.upstream.waitFor(({ held }) => held)
      await under.chat.runs.stop(OWNER, turn.runId)
      expect((await ended).answer?.status).toBe('stopped')
      await cache.settled()
      expect(await kept()).toBe(0)
    })
  })

  describe('has no part in a turn', () => {
    test('that passes it by: nothing is read, nothing is kept, and nobody is waited for', async () => {
      expect((await ask('one', { bypass: true })).status).toBeNull()
      expect(await kept()).toBe(0)
      await ask('one')
      under.upstream.script({ text: 'another answer' })
      expect(await ask('one', { bypass: true })).toMatchObject({ status: null, text: 'another answer' })
      expect((await ask('one')).text).not.toBe('another answer')
    })

    test('where it is off', async () => {
      const off = { chat: under.chat, cache: createCache({ keptMs: 0 }) }
      expect([(await ask('one', {}, off)).status, (await ask('one', {}, off)).status]).toEqual([null, null])
      expect(calls()).toHaveLength(2)
      expect(await kept()).toBe(0)
    })

    test('that sends the model anything but the instructions and the query', async () => {
      const recalled = { guidance: 'Recalled: it was two.' }
      const { turn, status } = await begin('[[hold 1]] one', recalled)
      await under.upstream.waitFor(({ held }) => held)
      expect(await status).toBeNull()
      under.upstream.release()
      expect((await read(turn)).answer?.status).toBe('complete')
      expect(await kept()).toBe(0)
      await ask('one')
      expect((await ask('one', recalled)).status).toBeNull()
      expect(calls()).toHaveLength(3)
    })

    test('that was begun before', async () => {
      const first = await ask('one', { clientId: 'the same' })
      const again = await ask('one', { clientId: 'the same' })
      expect(again).toMatchObject({ sessionId: first.sessionId, status: null })
    })

    test('that ends before the model would be asked', async () => {
      const reply = cache.first(OWNER, firstOf('one'))
      reply.options.ended?.(null, { usage: null, sent: null, text: '' })
      expect(await reply.status({ joined: false })).toBeNull()
    })
  })

  describe('of several that ask the same at once', () => {
    test('fifty make one call, and have one answer', async () => {
      const { turns } = await askAtOnce('[[hold 2]] one', 50)
      expect(turns.filter(({ status }) => status === 'wait')).toHaveLength(49)
      under.upstream.release()
      const ended = await ends(turns)
      expect(new Set(statusesOf(ended))).toEqual(new Set(['complete']))
      expect(new Set(ended.map(({ text }) => text)).size).toBe(1)
      expect(new Set(ended.map(({ sessionId }) => sessionId)).size).toBe(50)
      expect(ended.filter(({ answer }) => answer?.usage?.fromReplyCache)).toHaveLength(49)
      expect(calls()).toHaveLength(1)
    })

    test('the next one asks when the first fails, and the rest have its answer', async () => {
      under.upstream.script({ text: 'a b c', holdAfter: 1, errorAfter: 2 }, { text: 'well' })
      const { turns, first, others } = await askAtOnce('one', 5)
      under.upstream.release()
      expect((await first.ended).answer?.status).toBe('failed')
      expect((await ends(others)).map(({ text }) => text)).toEqual(Array(4).fill('well'))
      expect(calls()).toHaveLength(2)
      expect(turns).toHaveLength(5)
      await cache.settled()
      expect(await kept()).toBe(1)
    })

    test('each asks in its turn where all fail', async () => {
      under.upstream.script({ text: 'a b c', holdAfter: 1, errorAfter: 2 })
      const { turns } = await askAtOnce('[[status 400]]', 3)
      under.upstream.release()
      expect(statusesOf(await ends(turns))).toEqual(['failed', 'failed', 'failed'])
      expect(calls()).toHaveLength(3)
    })

    test('the next one asks when the first is stopped', async () => {
      under.upstream.script({ text: 'a b c', holdAfter: 1 }, { text: 'well' })
      const { first, others } = await askAtOnce('one', 3)
      await under.chat.runs.stop(OWNER, first.turn.runId)
      expect((await first.ended).answer?.status).toBe('stopped')
      expect((await ends(others)).map(({ text }) => text)).toEqual(['well', 'well'])
      expect(calls()).toHaveLength(2)
    })

    test('the next one asks when what the first asked is cleared', async () => {
      under.upstream.script({ text: 'a b c', holdAfter: 1 }, { text: 'well' })
      const { first, others } = await askAtOnce('one', 3)
      const { sessionId } = await db.now.turnStore.read(OWNER, first.turn.runId)
      await under.chat.forget.clear(OWNER, sessionId)
      expect((await ends(others)).map(({ text }) => text)).toEqual(['well', 'well'])
    })

    test('one that waits can be stopped, and nobody else is hurt', async () => {
      const { turns, others } = await askAtOnce('[[hold 2]] one', 3)
      const [impatient] = others
      if (!impatient) throw new Error('None waits.')
      await under.chat.runs.stop(OWNER, impatient.turn.runId)
      expect((await impatient.ended).answer).toMatchObject({ status: 'stopped', parts: [], usage: null })
      under.upstream.release()
      const rest = await ends(turns.filter((turn) => turn !== impatient))
      expect(statusesOf(rest)).toEqual(['complete', 'complete'])
      expect(calls()).toHaveLength(1)
    })

    test('all are kept as interrupted when the server is stopped, and none is given again', async () => {
      const { turns } = await askAtOnce('[[hold 2]] one', 4)
      await under.chat.runs.shutdown(0)
      expect(new Set(statusesOf(await ends(turns)))).toEqual(new Set(['interrupted']))
      await cache.settled()
      expect(await kept()).toBe(0)
      expect(calls()).toHaveLength(1)
      const next = createChat(db.now, under.upstream)
      try {
        under.upstream.script({ text: 'well' })
        const asked = await ask('[[hold 2]] one', {}, { chat: next, cache: createCache() })
        expect(asked).toMatchObject({ status: 'miss', text: 'well' })
      } finally {
        await next.close()
      }
    })
  })

  describe('a cache that fails', () => {
    const broken = async () => {
      throw new Error('The table is broken.')
    }

    test('keeps nobody from an answer, and says so', async () => {
      const by = { chat: under.chat, cache: createCache({ replies: { find: broken, keep: broken } }) }
      expect((await ask('one', {}, by)).answer?.status).toBe('complete')
      expect((await ask('one', {}, by)).answer?.status).toBe('complete')
      expect(calls()).toHaveLength(2)
      expect(warnings).toHaveLength(4)
    })
  })
})
