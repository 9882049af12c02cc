import { beforeEach, describe, expect, test } from 'vitest'
import { promptsOf } from '../../e2e/support/prompts.ts'
import { useDatabase } from '../db/testing/use-database.ts'
import type { AskRequest } from '../schemas/ask.ts'
import { ask, codeAssist } from './ask.ts'
import { askStream } from './ask-stream.ts'
import type { Asked } from './begin-ask.ts'
import { createReplyCache, type ReplyCache } from './reply-cache.ts'
import { askDeps } from './testing/ask-deps.ts'
import { OWNER, useChat } from './testing/use-chat.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const clock = { now: () => new Date() }

describe('the reply cache behind the interfaces', () => {
  const db = useDatabase('sqlite')
  const under = useChat(db)
  let replyCache: ReplyCache

  beforeEach(() => {
    replyCache = createReplyCache({ ...db.now, life: under.chat.life, clock, log, keptMs: 60_000 })
  })

  const deps = () => askDeps(db.now, under.chat, 20, replyCache)
  const asked = (request: Partial<AskRequest>, more: Partial<Asked> = {}): Asked => ({
    ...{ owner: OWNER, endpoint: 'ask', key: null },
    request: { query: 'one', ...request },
    ...more,
  })
  const say = async (request: Partial<AskRequest> = {}, more: Partial<Asked> = {}) => {
    const answered = await ask(deps(), asked(request, more))
    await replyCache.settled()
    return answered
  }
  const calls = () => promptsOf(under.upstream.requests).length

  test('an identical first request has the reply from then, in a session of its own, and says so', async () => {
    const first = await say()
    const again = await say()
    expect([first.cache, again.cache]).toEqual(['miss', 'hit'])
    expect(again.reply).toMatchObject({
      reply: first.reply.reply,
      usage: { input: 0, output: 0, from_reply_cache: true },
      context: first.reply.context,
      warnings: [],
    })
    expect(again.reply.session_id).not.toBe(first.reply.session_id)
    expect(again.reply.message_id).not.toBe(first.reply.message_id)
    expect(calls()).toBe(1)
  })

  test('metadata that has no effect does not matter, and is warned of all the same', async () => {
    await say({ metadata: { skill: 'beginner' } })
    const again = await say({ metadata: { mood: 5, emotion: 'zorched', skill: ' Beginner ' } })
    expect(again).toMatchObject({
      cache: 'hit',
      reply: { warnings: [expect.stringMatching(/zorched/), expect.stringMatching(/mood/)] },
    })
  })

  test.each<[string, Partial<AskRequest>]>([
    ['query', { query: 'two' }],
    ['user', { user: 'ada' }],
    ['skill', { metadata: { skill: 'expert' } }],
    ['emotion', { metadata: { emotion: 'happy' } }],
  ])('another %s is another request', async (_, request) => {
    await say()
    expect((await say(request)).cache).toBe('miss')
    expect((await say(request)).cache).toBe('hit')
    expect(calls()).toBe(2)
  })

  test('so are other instructions, and another door', async () => {
    await say()
    await db.now.settings.update(OWNER, { instructions: 'Be brief.' })
    expect((await say()).cache).toBe('miss')
    expect((await codeAssist(deps(), asked({}, { endpoint: 'code_assist' }))).cache).toBe('miss')
    expect((await askStream(deps(), asked({}, { endpoint: 'ask_stream' }))).cache).toBe('miss')
  })

  test('code is found in a reply that is given again', async () => {
    const request = asked({ query: '[[say]] So:\n```ts\nlet a = 1\n```\n' }, { endpoint: 'code_assist' })
    const first = await codeAssist(deps(), request)
    await replyCache.settled()
    const again = await codeAssist(deps(), request)
    expect(again).toMatchObject({ cache: 'hit', reply: { code: first.reply.code } })
    expect(first.reply.code).toHaveLength(1)
  })

  test('one with a session is never answered so, known or not, nor is what it is told kept', async () => {
    const { session_id } = (await say({ query: 'before' })).reply
    expect((await say({ session_id })).cache).toBeNull()
    expect((await say({ session_id: 'nowhere' })).cache).toBeNull()
    expect((await say()).cache).toBe('miss')
    expect((await say({ session_id: 'nowhere' })).cache).toBeNull()
    expect(calls()).toBe(5)
  })

  test('nor one that wants a fresh answer', async () => {
    await say()
    expect((await say({}, { fresh: true })).cache).toBeNull()
    expect(calls()).toBe(2)
  })

  test('a request that is repeated by its key has its own answer, in its own session', async () => {
    const first = await say({}, { key: 'once' })
    expect(await say({}, { key: 'once' })).toMatchObject({
      cache: null,
      reply: { session_id: first.reply.session_id, message_id: first.reply.message_id },
    })
  })

  test('a failed answer fails anew', async () => {
    for (let time = 1; time <= 2; time++)
      await expect(say({ query: '[[status 401]]' })).rejects.toMatchObject({ code: 'model_unauthorized' })
    expect(calls()).toBe(2)
  })

  test('fifty identical first requests at once: one call, fifty sessions', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => say()))
    expect(calls()).toBe(1)
    expect(new Set(all.map(({ reply }) => reply.reply)).size).toBe(1)
    expect(new Set(all.map(({ reply }) => reply.session_id)).size).toBe(50)
    expect(all.filter(({ cache }) => cache === 'miss')).toHaveLength(1)
  })
})
