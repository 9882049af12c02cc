import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { createServerEmbedder } from '../models/embedder.ts'
import { toEmbed } from '../recall/chunks.ts'
import { indexedTexts } from '../recall/indexed-texts.ts'
import type { SessionMemory } from '../schemas/memory-settings.ts'
import { createChangeSession } from './change-session.ts'
import { createEmbedExchanges } from './embed-exchanges.ts'
import { createIndexExchanges } from './index-exchanges.ts'
import { createRemembering } from './remembering.ts'
import { type StartedTurn, takeStart } from './started-turn.ts'
import { message, OWNER, useChat } from './testing/use-chat.ts'

const OFF: SessionMemory = { recall: { remembered: false } }

describe.each(DIALECTS)('what is said is indexed on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useChat(db, { remembers: true })
  const clock = { now: () => new Date() }
  const open = new AbortController().signal
  const queue = () => db.now.exchangeQueue

  const index = (missing = false, signal = open) =>
    createIndexExchanges({ ...db.now, textsOf: indexedTexts, clock }).run(
      { owner: OWNER, payload: { missing } },
      signal,
    )
  const embedderOf = (model: string) =>
    createServerEmbedder(
      { provider: 'compatible', model, url: `${it.upstream.url}/v1`, withinMs: 10_000 },
      { clock },
    )
  const embed = (model = 'embed-x', signal = open) =>
    createEmbedExchanges({ ...db.now, embedder: embedderOf(model), toEmbed }).run({ owner: OWNER }, signal)

  const ended = async ({ events }: StartedTurn) => {
    for await (const event of events) if (event.type === 'error') throw new Error(event.error.message)
  }
  const say = async (text: string, sessionId: string | null = null) => {
    const turn = await it.chat.turns.start(OWNER, message(text, sessionId))
    const { session } = await takeStart(turn)
    await ended(turn)
    return session.id
  }
  const state = (model = 'compatible/embed-x') => queue().state(OWNER, model)
  const chunks = async () =>
    (await db.now.database.read((tx) => tx.exchangeChunk.findMany({ orderBy: { key: 'asc' } }))).map(
      (row) => ({
        ...row,
        said: row.text.split('\n').slice(1).join(' / '),
      }),
    )
  const saidTexts = async () => (await chunks()).map(({ said }) => said)
  const asked = () =>
    it.upstream.embeddings.requests.map(({ body }) => (body as { input: string[] }).input.length)
  const remembering = () => createRemembering({ ...db.now, clock, onAsk: () => undefined })
  const change = (sessionId: string, memory: SessionMemory | null) =>
    createChangeSession({ ...db.now, clock, remembering: remembering(), onKeep: () => undefined })(
      OWNER,
      sessionId,
      {
        memory,
      },
    )
  const waitsForMissing = async () =>
    (await db.now.database.read((tx) => tx.job.findMany({ where: { kind: 'index' } }))).some(
      ({ payload }) => (payload as { missing: boolean }).missing,
    )

  test('a turn leaves its exchange, texts come first, and vectors behind them', async () => {
    await say('Where do bees live?')
    expect(await state()).toMatchObject({ exchanges: 1, withoutTexts: 1 })
    await index()
    expect(await saidTexts()).toEqual([
      expect.stringMatching(/^User: Where do bees live\? \/ Assistant: You said "Where/),
    ])
    expect((await chunks())[0]).toMatchObject({ terms: expect.stringContaining('bee live'), vector: null })
    await embed()
    expect(await state()).toMatchObject({ withoutTexts: 0, withoutVectors: 0, vectorBytes: 256 })
  })

  test('a very long message is found by all of its words, and by the meaning of its beginning and its end', async () => {
    const middle = Array.from({ length: 4_000 }, () => 'understanding').join(' ')
    await say(`The key is under the pot. ${middle} The treasurer hid a pelican.`)
    await index()
    await embed()
    const all = await chunks()
    const [first, last] = ['under the pot', 'hid a pelican'].map((words) =>
      all.findIndex(({ text, vector }) => text.includes(words) && vector !== null),
    )
    expect(first).toBe(0)
    expect(last).toBeGreaterThan(100)
    expect(all.filter(({ vector }) => vector !== null)).toHaveLength(64)
    expect(all.every(({ terms }) => terms !== '')).toBe(true)
    expect(await state()).toMatchObject({ withoutVectors: 0, failed: 0 })
  })

  test('words find what was said while the embedding model is away; its failure is kept, and goes when it is back', async () => {
    await say('Where do bees live?')
    await index()
    it.upstream.scriptEmbeddings({ status: 503 })
    await expect(embed()).rejects.toMatchObject({ code: 'model_failed' })
    expect(await state()).toMatchObject({ withoutTexts: 0, withoutVectors: 1, failed: 1 })
    await say('And wasps?')
    await index()
    expect(await saidTexts()).toHaveLength(2)
    await embed()
    expect(await state()).toMatchObject({ withoutVectors: 0, failed: 0 })
  })

  test('a server that is away is not asked for the next one; a text that it refuses holds up no other', async () => {
    const sessionId = await say('one')
    await say('two', sessionId)
    await say('three', sessionId)
    await index()
    it.upstream.scriptEmbeddings({ status: 401 })
    await expect(embed()).rejects.toMatchObject({ code: 'model_unauthorized' })
    expect(asked()).toEqual([3])
    it.upstream.scriptEmbeddings({ status: 400 }, {}, { status: 400 }, {})
    await expect(embed()).rejects.toMatchObject({ code: 'model_refused' })
    expect(asked()).toEqual([3, 3, 1, 1, 1])
    expect(await state()).toMatchObject({ withoutVectors: 1, failed: 1 })
    await embed()
    expect(await state()).toMatchObject({ withoutVectors: 0, failed: 0 })
  })

  test('a process that dies between texts and vectors, or among vectors, leaves nothing undone', async () => {
    const sessionId = await say('one')
    for (let n = 0; n < 20; n += 1) await say(`more ${n}`, sessionId)
    await index()
    const killed = new AbortController()
    const answered = it.upstream.embeddings.waitFor(() => true).then(() => killed.abort(new Error('killed')))
    it.upstream.scriptEmbeddings({ neverAnswer: true })
    await expect(embed('embed-x', killed.signal)).rejects.toThrow('killed')
    await answered
    await embed()
    expect(await state()).toMatchObject({ exchanges: 21, withoutTexts: 0, withoutVectors: 0, failed: 0 })
    const before = await chunks()
    await index()
    await embed()
    expect(await chunks()).toEqual(before)
    expect(asked()).toEqual([16, 16, 5])
  })

  test('another embedding model makes all vectors anew, and the texts stay', async () => {
    await say('one')
    await index()
    await embed()
    const before = await chunks()
    expect(await state('compatible/other')).toMatchObject({ withoutVectors: 1 })
    await embed('other')
    const after = await chunks()
    expect(after.map(({ model }) => model)).toEqual(['compatible/other'])
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  test('a long answer is indexed whole', async () => {
    await say('Tell me. [[words 900]]')
    await index()
    await embed()
    const texts = (await chunks()).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.join(' ')).toContain('word900')
    for (const text of texts) expect(text).toContain('User: Tell me.')
    expect(await state()).toMatchObject({ withoutVectors: 0 })
  })

  test('what was said before there was an index is found, of all sessions that are remembered', async () => {
    const one = await say('one')
    await say('two', one)
    const off = await say('three')
    await change(off, OFF)
    await db.now.database.write((tx) => tx.exchange.deleteMany())
    await index(true)
    expect((await saidTexts()).map((said) => said.slice(0, 9))).toEqual(['User: two', 'User: one'])
    expect(await state()).toMatchObject({ exchanges: 2, withoutTexts: 0 })
  })

  test('a session that is not to be remembered is taken from the index at once, and comes back when it is again', async () => {
    const sessionId = await say('one')
    await say('elsewhere')
    await index()
    await change(sessionId, OFF)
    expect(await saidTexts()).toEqual([expect.stringContaining('elsewhere')])
    await say('two', sessionId)
    expect(await state()).toMatchObject({ exchanges: 1 })
    expect(await waitsForMissing()).toBe(false)
    await change(sessionId, null)
    expect(await waitsForMissing()).toBe(true)
    await index(true)
    expect(await state()).toMatchObject({ exchanges: 3 })
  })

  test('an answer that was being written meanwhile is not indexed', async () => {
    const sessionId = await say('one')
    const turn = await it.chat.turns.start(OWNER, message('two [[hold 1]]', sessionId))
    await it.upstream.waitFor(({ held }) => held)
    await change(sessionId, OFF)
    it.upstream.release()
    await ended(turn)
    await index()
    expect(await chunks()).toEqual([])
    expect(await state()).toMatchObject({ exchanges: 0 })
  })

  test('one that is turned off while it is looked through is left alone', async () => {
    const sessionId = await say('one')
    await db.now.database.write((tx) => tx.exchange.deleteMany())
    const exchangeQueue = {
      ...queue(),
      async sessionsBehind(...asked: Parameters<ReturnType<typeof queue>['sessionsBehind']>) {
        const sessions = await queue().sessionsBehind(...asked)
        await change(sessionId, OFF)
        return sessions
      },
    }
    const job = createIndexExchanges({ ...db.now, exchangeQueue, textsOf: indexedTexts, clock })
    await job.run({ owner: OWNER, payload: { missing: true } }, open)
    expect(await state()).toMatchObject({ exchanges: 0 })
  })

  test("the owner's choice reaches every session, but for those with their own", async () => {
    const { settings } = db.now
    const own = await say('one')
    await say('two')
    await index()
    const { memory } = await settings.get(OWNER)
    const recall = { from: 'all', remembered: false, topK: 3, minScore: null, maxTokens: 1_000 } as const
    await change(own, { recall: { remembered: true } })
    const set = (remembered: boolean) =>
      remembering().changeSettings(OWNER, () =>
        settings.update(OWNER, { memory: { ...memory, recall: { ...recall, remembered } } }),
      )
    await set(true)
    expect(await waitsForMissing()).toBe(false)
    await set(false)
    expect(await waitsForMissing()).toBe(true)
    await index(true)
    expect(await saidTexts()).toEqual([expect.stringContaining('one')])
    await set(true)
    await index(true)
    expect(await saidTexts()).toHaveLength(2)
  })

  test('a temporary session leaves nothing, and all of itself once it is kept', async () => {
    const turn = await it.chat.turns.start(OWNER, { ...message('one'), temporary: true })
    const sessionId = (await takeStart(turn)).session.id
    await ended(turn)
    expect(await state()).toMatchObject({ exchanges: 0 })
    const deps = { ...db.now, clock, remembering: remembering(), onKeep: () => undefined }
    await createChangeSession(deps)(OWNER, sessionId, { temporary: false })
    expect(await waitsForMissing()).toBe(true)
    await index(true)
    expect(await saidTexts()).toHaveLength(1)
  })

  test('a session that was deleted meanwhile stops nobody', async () => {
    const sessionId = await say('one')
    await db.now.sessions.delete(OWNER, sessionId, {
      ...{ purgeId: randomUUID(), now: clock.now(), until: clock.now() },
    })
    await index(true)
    await embed()
    expect(await chunks()).toEqual([])
  })
})
