import { afterEach, describe, expect, test } from 'vitest'
import { titleJobKey } from '../db/enqueue-title.ts'
import { endOf, exchange, OWNER, sendTurn } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { AppError } from '../errors.ts'
import { createChatModels } from '../models/chat-models.ts'
import { CONFIG, limitsOf, tokens } from '../models/testing/chat-models.ts'
import { createBackgroundCalls } from './background-calls.ts'
import { JobPostponed } from './carry-out-job.ts'
import { createNameSession } from './name-session.ts'
import { useChat } from './testing/use-chat.ts'

describe.each(DIALECTS)('a session is named on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useChat(db)
  const ended = new AbortController().signal

  const calls = createBackgroundCalls()

  const naming = (withinMs = 60_000, openaiBaseUrl: string | undefined = `${it.upstream.url}/v1`) =>
    createNameSession({
      titles: db.now.titles,
      settings: db.now.settings,
      models: createChatModels(
        { ...CONFIG, openaiBaseUrl },
        { limitsOf, tokens, clock: { now: () => new Date() } },
      ),
      calls,
      withinMs,
    })
  const name = (sessionId: string, run = naming(), signal = ended) =>
    run.run({ owner: OWNER, payload: { sessionId } }, signal)
  const titleOf = async (sessionId: string) => {
    const { title, titleBy } = await db.now.sessions.get(OWNER, sessionId)
    return `${titleBy}: ${title}`
  }
  const begin = async (text: string, answer = 'An answer.') =>
    (await exchange(db.now, { text, answer })).sessionId

  afterEach(() => it.upstream.release())

  test('by its own model, from its first exchange', async () => {
    const sessionId = await begin('[[title Boats at night]]')
    await db.now.sessions.update(OWNER, sessionId, { model: 'compatible/fake-small' })
    await name(sessionId)
    expect(await titleOf(sessionId)).toBe('model: Boats at night')
    expect(it.upstream.titles.requests).toMatchObject([{ body: { model: 'fake-small' } }])
    expect(JSON.stringify(it.upstream.titles.requests[0]?.body)).toContain('> An answer.')
    await name(sessionId)
    expect(it.upstream.titles.requests).toHaveLength(1)
  })

  test('with what it thought left out', async () => {
    const sessionId = await begin('[[title thought "Boats."]]')
    it.upstream.scriptTitles({ reasoning: 'New chat', text: '<think>A chat</think>"Boats."' })
    await name(sessionId)
    expect(await titleOf(sessionId)).toBe('model: Boats')
  })

  test.each(['empty', 'think', 'unclosed', 'tags', 'lines', 'paragraph', 'quotes', 'placeholder'])(
    'or keeps the title of its first message where the model says nonsense: %s',
    async (nonsense) => {
      const sessionId = await begin(`[[title ${nonsense}]]`)
      await name(sessionId)
      expect(await titleOf(sessionId)).toBe(`message: [[title ${nonsense}]]`)
      expect(it.upstream.titles.requests).toHaveLength(1)
    },
  )

  test('by the built-in model too', async () => {
    const sessionId = await begin('Hello! My sister Ada lives in Turin.')
    await name(sessionId, naming(60_000, ''))
    expect(await titleOf(sessionId)).toBe('model: My sister Ada lives in Turin')
  })

  test('not when the user switched that off: nothing is called', async () => {
    const sessionId = await begin('[[title Boats]]')
    await db.now.settings.update(OWNER, { modelTitles: false })
    await name(sessionId)
    expect(await titleOf(sessionId)).toBe('message: [[title Boats]]')
    expect(it.upstream.titles.requests).toEqual([])
  })

  test('not by a model that is too long about it, or goes on and on', async () => {
    const slow = await begin('[[title hold Boats]]')
    await expect(name(slow, naming(50))).rejects.toMatchObject({ code: 'model_timeout' })
    const endless = await begin('endless')
    it.upstream.scriptTitles({ text: 'word '.repeat(100_000), paceMs: 1 })
    await name(endless)
    expect(await titleOf(endless)).toBe('message: endless')
    await it.upstream.titles.waitFor(({ closedEarly, sent }) => closedEarly && sent > 0)
  })

  test('not when the process ends meanwhile: the call is cancelled', async () => {
    const sessionId = await begin('[[title hold Boats]]')
    const ending = new AbortController()
    const reason = new Error('ending')
    const named = name(sessionId, naming(), ending.signal)
    await it.upstream.titles.waitFor(({ held }) => held)
    ending.abort(reason)
    await expect(named).rejects.toBe(reason)
    await it.upstream.titles.waitFor(({ closedEarly }) => closedEarly)
  })

  test('later, when a turn begins that might have to wait: the call is cancelled and no failure', async () => {
    const sessionId = await begin('[[title hold Boats]]')
    const run = naming()
    const named = name(sessionId, run)
    await it.upstream.titles.waitFor(({ held }) => held)
    calls.giveWay('another')
    expect(it.upstream.titles.requests).toMatchObject([{ held: true }])
    calls.giveWay(sessionId)
    await expect(named).rejects.toBeInstanceOf(JobPostponed)
    await it.upstream.titles.waitFor(({ closedEarly }) => closedEarly)

    const next = sendTurn({ sessionId })
    await db.now.turnStore.begin(next)
    await expect(name(sessionId)).rejects.toBeInstanceOf(JobPostponed)
    expect(it.upstream.titles.requests).toHaveLength(1)
    await db.now.turnStore.end(endOf(next))
    it.upstream.scriptTitles({ text: 'Boats' })
    await name(sessionId)
    expect(await titleOf(sessionId)).toBe('model: Boats')
  })

  test('later, when a turn begins anywhere, by a server that answers one request after the other', async () => {
    const sessionId = await begin('[[title hold Boats]]')
    it.upstream.list({ ollama: { models: [{ name: 'small' }] } })
    const run = createNameSession({
      titles: db.now.titles,
      settings: db.now.settings,
      models: createChatModels(
        { ...CONFIG, discoverLocal: true, ollamaUrl: it.upstream.url },
        { limitsOf, tokens, clock: { now: () => new Date() } },
      ),
      calls,
      withinMs: 60_000,
    })
    const named = name(sessionId, run)
    await it.upstream.titles.waitFor(({ held }) => held)
    calls.giveWay('another')
    await expect(named).rejects.toBeInstanceOf(JobPostponed)
  })

  test('not over a title that the user gives while the model thinks', async () => {
    const sessionId = await begin('[[title hold Boats]]')
    const named = name(sessionId)
    await it.upstream.titles.waitFor(({ held }) => held)
    await db.now.sessions.update(OWNER, sessionId, { title: 'Mine' })
    it.upstream.release()
    await named
    expect(await titleOf(sessionId)).toBe('user: Mine')
  })

  test('not once it is gone: nothing is called and nothing fails', async () => {
    const sessionId = await begin('[[title Boats]]')
    await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'd', now: new Date(), until: new Date() })
    await name(sessionId)
    await name('never there')
    expect(it.upstream.titles.requests).toEqual([])
  })

  test('or fails as the call does, so that it is tried again', async () => {
    const sessionId = await begin('[[title 401]]')
    await expect(name(sessionId)).rejects.toMatchObject({
      code: 'model_unauthorized',
    } satisfies Partial<AppError>)
    await db.now.sessions.update(OWNER, sessionId, { model: 'nobody/knows' })
    await expect(name(sessionId)).rejects.toMatchObject({ code: 'unknown_model' })
  })

  test('once a turn has ended, by a job that its end left', async () => {
    const { events } = await it.chat.turns.start(OWNER, {
      ...{ action: 'send', sessionId: null, model: null, instructions: null },
      message: { clientId: 'c', text: 'hello' },
    })
    let sessionId = ''
    for await (const event of events) if (event.type === 'start') sessionId = event.session.id
    const jobs = await db.now.database.read((tx) => tx.job.findMany())
    expect(jobs).toMatchObject([{ kind: 'title', key: titleJobKey(sessionId), payload: { sessionId } }])
    expect(it.upstream.titles.requests).toEqual([])
  })
})
