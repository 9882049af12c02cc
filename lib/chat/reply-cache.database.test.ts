import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { answerContext } from './answer-context.ts'
import { BRIEF_MS, createChat, message, OWNER } from './testing/use-chat.ts'
import { type Asked, firstOf, INSTRUCTIONS, KEPT_MS, useReplyCache } from './testing/use-reply-cache.ts'

describe.each(DIALECTS)('the reply cache on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useReplyCache(db)
  const { createCache, begin, read, ask, calls, kept, sent, under, warnings, passTime } = it

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
      const reply = it.cache.first(OWNER, {
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
      ['when the time is over', async () => passTime(KEPT_MS)],
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
      await it.cache.settled()
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
      const reply = it.cache.first(OWNER, firstOf('one'))
      reply.options.ended?.(null, { usage: null, sent: null, text: '' })
      expect(await reply.status({ joined: false })).toBeNull()
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
