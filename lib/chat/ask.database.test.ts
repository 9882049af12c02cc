import { describe, expect, test } from 'vitest'
import { promptsOf } from '../../e2e/support/prompts.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { type AskRequest, askResponse } from '../schemas/ask.ts'
import { codeAssist, ask as replyTo } from './ask.ts'
import { DEFAULT_INSTRUCTIONS } from './begin-ask.ts'
import { CODE_ASSISTANT } from './code-assistant.ts'
import { guidanceFor } from './guidance.ts'
import { askDeps } from './testing/ask-deps.ts'
import { message, OWNER, useChat } from './testing/use-chat.ts'

describe.each(DIALECTS)('ask on %s', (dialect) => {
  const db = useDatabase(dialect)
  const under = useChat(db)

  const asked = (request: AskRequest, key: string | null = null) => ({
    ...{ owner: OWNER, endpoint: 'ask' as const },
    ...{ request, key },
  })
  const ask = async (...by: Parameters<typeof replyTo>) => (await replyTo(...by)).reply
  const say = (query: string, more: Partial<AskRequest> = {}, key?: string) =>
    ask(askDeps(db.now, under.chat), asked({ query, ...more }, key))
  const refusalOf = (asking: Promise<unknown>) =>
    asking.then(
      () => null,
      (error: unknown) => error,
    )
  const stored = (id: string) => db.now.database.read((tx) => tx.session.findUniqueOrThrow({ where: { id } }))
  const logged = async () =>
    (await db.now.database.read((tx) => tx.runLog.findMany({ orderBy: { offset: 'asc' } })))
      .map(({ text }) => text)
      .join('')
  const prompts = () => promptsOf(under.upstream.requests)
  const texts = (call: number) => prompts()[call]?.map(({ content }) => content)

  test('a first request is answered in a new session, and the next one there knows it', async () => {
    const first = await say('[[say]] Hello there.')
    expect(askResponse.parse(first)).toEqual(first)
    expect(first).toMatchObject({
      reply: 'Hello there.',
      warnings: [],
      usage: { input: 10, output: 2 },
      context: { messages_sent: 1, left_out: [], summarised: null },
    })
    const second = await say('and now?', { session_id: first.session_id })
    expect(second.session_id).toBe(first.session_id)
    expect(second.message_id).not.toBe(first.message_id)
    expect(second.context).toMatchObject({ messages_sent: 3 })
    expect(texts(1)).toEqual([DEFAULT_INSTRUCTIONS, '[[say]] Hello there.', 'Hello there.', 'and now?'])
  })

  test('its session is one of the interfaces, with a window of its own, and brief where nobody is named', async () => {
    const [nameless, named] = [await say('a'), await say('b', { user: 'ada' })]
    const memory = { maxExchanges: 9 }
    expect(await stored(nameless.session_id)).toMatchObject({
      source: 'interface',
      user: null,
      brief: true,
      memory,
    })
    expect(await stored(named.session_id)).toMatchObject({
      source: 'interface',
      user: 'ada',
      brief: false,
      memory,
    })
  })

  test('the instructions of the owner come before the default', async () => {
    await db.now.settings.update(OWNER, { instructions: 'Be brief.' })
    await say('a')
    expect(texts(0)).toEqual(['Be brief.', 'a'])
  })

  test('the window holds whole exchanges, the system message counted in', async () => {
    await db.now.settings.update(OWNER, {
      memory: { maxExchanges: null, maxTokens: null, useSummary: false },
    })
    const deps = askDeps(db.now, under.chat, 6)
    let session_id: string | null = null
    for (const query of ['one', 'two', 'three', 'four', 'five', 'six'])
      session_id = (await ask(deps, asked({ query, session_id }))).session_id
    const lengths = prompts().map(({ length }) => length)
    expect(lengths.slice(0, 3)).toEqual([2, 4, 6])
    expect(Math.max(...lengths)).toBe(6)
    expect(await stored(session_id ?? '')).toMatchObject({ messageCount: 12 })
  })

  describe('a session that is not gone on with', () => {
    test('unknown: a new one, and a warning that says so', async () => {
      const { session_id, warnings } = await say('a', { session_id: 'nowhere' })
      expect(session_id).not.toBe('nowhere')
      expect(warnings).toEqual([expect.stringMatching(/^session_id: there is no such session/)])
    })

    test('deleted: the same', async () => {
      const first = await say('a')
      await under.chat.forget.deleteSessions(OWNER, first.session_id)
      const { session_id, warnings } = await say('b', { session_id: first.session_id })
      expect(session_id).not.toBe(first.session_id)
      expect(warnings).toHaveLength(1)
      expect(texts(1)).toEqual([DEFAULT_INSTRUCTIONS, 'b'])
    })

    test('gone between its look-up and the turn: the same', async () => {
      const first = await say('a')
      const deps = askDeps(db.now, under.chat)
      const find: typeof deps.interfaceSessions.find = async (owner, id) => {
        const found = await db.now.interfaceSessions.find(owner, id)
        await under.chat.forget.deleteSessions(OWNER, id)
        return found
      }
      const later = await ask(
        { ...deps, interfaceSessions: { find } },
        asked({ query: 'b', session_id: first.session_id }),
      )
      expect(later.session_id).not.toBe(first.session_id)
      expect(later.warnings).toHaveLength(1)
    })

    test('of another user, or of nobody: a new one of the user that is named', async () => {
      for (const user of ['ada', null]) {
        const first = await say('a secret', { user })
        const { session_id, warnings } = await say('b', { session_id: first.session_id, user: 'bob' })
        expect(session_id).not.toBe(first.session_id)
        expect(warnings).toEqual([expect.stringMatching(/not one of this user/)])
        expect(await stored(session_id)).toMatchObject({ user: 'bob' })
        expect(JSON.stringify(prompts().at(-1))).not.toContain('secret')
      }
    })

    test('of another owner: unknown', async () => {
      const { session_id } = await ask(askDeps(db.now, under.chat), {
        ...asked({ query: 'a' }),
        owner: 'other',
      })
      expect((await say('b', { session_id })).warnings).toHaveLength(1)
    })
  })

  test('a request that names no user goes on with any session of the owner, also of the page', async () => {
    const { events } = await under.chat.turns.start(OWNER, message('on the page'))
    let id = ''
    for await (const event of events) if (event.type === 'start') id = event.session.id
    const ofAda = await say('a', { user: 'ada' })
    for (const session_id of [id, ofAda.session_id])
      expect(await say('b', { session_id })).toMatchObject({ session_id, warnings: [] })
  })

  describe('metadata', () => {
    test('what is known is said behind the instructions, in its turn alone', async () => {
      const metadata = { skill: 'beginner', emotion: 'curious' }
      const { session_id, warnings } = await say('a', { metadata })
      await say('b', { session_id })
      expect(texts(0)?.[0]).toBe(`${DEFAULT_INSTRUCTIONS}\n\n${guidanceFor(metadata).text}`)
      expect(texts(1)?.[0]).toBe(DEFAULT_INSTRUCTIONS)
      expect(warnings).toEqual([])
    })

    test('nothing of what is not known reaches the model', async () => {
      const metadata = { skill: 'sorcerer', emotion: ['sorcery'], sorcery: { sorcerous: 'sorcery' } }
      const { warnings } = await say('a', { metadata })
      expect(warnings).toHaveLength(3)
      expect(JSON.stringify(under.upstream.requests)).not.toMatch(/sorcer/)
      expect(texts(0)).toEqual([DEFAULT_INSTRUCTIONS, 'a'])
    })
  })

  describe('a repeat with the same key', () => {
    test('gets the same answer: while it is written and afterwards', async () => {
      const [first, second] = [say('[[hold 1]] one two', {}, 'key'), say('[[hold 1]] one two', {}, 'key')]
      await under.upstream.waitFor(({ held }) => held)
      under.upstream.release()
      expect(await second).toEqual(await first)
      expect(await say('[[hold 1]] one two', {}, 'key')).toEqual(await first)
      expect(prompts()).toHaveLength(1)
    })

    test('of another user is another request', async () => {
      const ada = await say('a', { user: 'ada' }, '1')
      const bob = await say('b', { user: 'bob' }, '1')
      const nobody = await say('c', {}, '1')
      expect(new Set([ada, bob, nobody].map(({ session_id }) => session_id)).size).toBe(3)
    })
  })

  describe('an answer that is not complete', () => {
    test('failed: thrown with its code and the session, which has the question', async () => {
      expect(await refusalOf(say('[[status 401]]'))).toMatchObject({
        code: 'model_unauthorized',
        status: 502,
        details: { session_id: expect.any(String) },
      })
    })

    test('refused before anything is stored: the session that it was meant for is named', async () => {
      const { session_id } = await say('a')
      const busy = say('[[hold 1]] long', { session_id })
      await under.upstream.waitFor(({ held }) => held)
      expect(await refusalOf(say('b', { session_id }))).toMatchObject({
        code: 'session_busy',
        details: { session_id, runId: expect.any(String) },
      })
      under.upstream.release()
      await busy
    })

    test('cut off: what had come, and a warning', async () => {
      const { reply, warnings } = await say('[[words 9]] [[cut 3]]')
      expect(reply).toBe('word1 word2 word3 ')
      expect(warnings).toHaveLength(1)
    })

    test('stopped: the same', async () => {
      const asking = say('[[words 9]] [[hold 3]]')
      await expect.poll(logged).toBe('word1 word2 word3 ')
      await under.chat.runs.stopSession(null)
      const { reply, warnings } = await asking
      expect(reply).toBe('word1 word2 word3 ')
      expect(warnings).toEqual([expect.stringMatching(/stopped/)])
    })

    test('of a session that another process deletes meanwhile: there is no such conversation', async () => {
      const { session_id } = await say('a')
      const asking = refusalOf(say('[[hold 1]] long', { session_id }))
      await under.upstream.waitFor(({ held }) => held)
      const now = new Date()
      await db.now.sessions.delete(OWNER, session_id, { purgeId: 'purge', now, until: now })
      under.upstream.release()
      expect(await asking).toMatchObject({ code: 'session_not_found', details: { session_id } })
    })
  })

  describe('code_assist', () => {
    const assist = async (query: string, more: Partial<AskRequest> = {}) =>
      (await codeAssist(askDeps(db.now, under.chat), asked({ query, ...more }))).reply

    test('gives the code of its reply, and asks by a coding assistant', async () => {
      const { reply, code, warnings } = await assist('[[say]] So:\n```ts\nlet a = 1\n```\n')
      expect(reply).toContain('```ts')
      expect(code).toEqual([{ language: 'ts', code: 'let a = 1' }])
      expect(warnings).toEqual([])
      expect(texts(0)?.[0]).toBe(`${DEFAULT_INSTRUCTIONS}\n\n${CODE_ASSISTANT}`)
    })

    test('skill and emotion are said behind that', async () => {
      await assist('a', { metadata: { skill: 'expert' } })
      expect(texts(0)?.[0]).toBe(
        `${DEFAULT_INSTRUCTIONS}\n\n${CODE_ASSISTANT}\n\n${guidanceFor({ skill: 'expert' }).text}`,
      )
    })

    test('a reply that is too intricate is given without code, and a warning', async () => {
      const { code, warnings } = await assist(`[[say]] ${'> '.repeat(40)}\n\`\`\`\na\n\`\`\``)
      expect(code).toEqual([])
      expect(warnings).toEqual([expect.stringMatching(/^code: /)])
    })
  })
})
