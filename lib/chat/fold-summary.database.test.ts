import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SUMMARY_OPENING } from '../../e2e/fake-upstream/summaries.ts'
import { begun, endOf, exchange, OWNER, sendTurn } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { createChatModels } from '../models/chat-models.ts'
import { CONFIG, limitsOf, tokens } from '../models/testing/chat-models.ts'
import type { Mark } from '../schemas/mark.ts'
import { createBackgroundCalls } from './background-calls.ts'
import { JobPostponed } from './carry-out-job.ts'
import { createFoldSummary } from './fold-summary.ts'
import { createSummaryChoices } from './summary-choices.ts'
import { useChat } from './testing/use-chat.ts'

/** Ten words, which are ten tokens here. */
const tenWords = (name: string) => `${name} a b c d e f g h i`

describe.each(DIALECTS)('a summary is written on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useChat(db)
  const calls = createBackgroundCalls()
  const ended = new AbortController().signal
  const clock = { now: () => new Date() }
  const ids = { next: () => randomUUID() }

  const modelsOf = (config: Partial<typeof CONFIG>, window = 8_192) =>
    createChatModels({ ...CONFIG, window, ...config }, { limitsOf, tokens, clock })
  const depsOf = (models = modelsOf({ openaiBaseUrl: `${it.upstream.url}/v1` })) => {
    const { sessions, settings, messages, summaries } = db.now
    return { sessions, settings, messages, summaries, models, tokens, calls, clock, ids, withinMs: 60_000 }
  }
  const fold = (
    sessionId: string,
    asked: 'now' | 'rewrite' | null = null,
    deps: Partial<ReturnType<typeof depsOf>> = {},
    signal = ended,
  ) =>
    createFoldSummary({ ...depsOf(), ...deps }).run({ owner: OWNER, payload: { sessionId, asked } }, signal)
  const ask = (sessionId: string, asked: 'now' | 'rewrite') =>
    createSummaryChoices({ ...depsOf(), onAsk: () => undefined }).ask(OWNER, sessionId, asked)

  /** Exchanges of 28 tokens each, at seqs 0 and 1, 2 and 3, and so on. */
  async function talk(exchanges: number, change: Record<number, { text?: string }> = {}) {
    let sessionId: string | undefined
    for (let n = 0; n < exchanges; n += 1) {
      const end = { tokens: { cl100k: 0, o200k: 10 } }
      const text = change[n]?.text ?? tenWords(`Q${n}`)
      const said = { text, answer: tenWords(`A${n}`), end }
      ;({ sessionId } = await exchange(db.now, sessionId === undefined ? said : { ...said, sessionId }))
    }
    if (sessionId === undefined) throw new Error('Nothing was said.')
    return sessionId
  }
  const listOf = (sessionId: string) => db.now.summaries.list(OWNER, sessionId, { limit: 20 })
  const versionsOf = async (sessionId: string) =>
    (await listOf(sessionId)).versions.map(({ version, toSeq, messageCount }) => [
      version,
      toSeq,
      messageCount,
    ])
  const newestOf = async (sessionId: string) => (await listOf(sessionId)).versions[0]
  const asks = () => it.upstream.summaries.requests
  const askedWith = (index: number) => JSON.stringify(asks()[index]?.body)
  const mark = async (sessionId: string, seq: number, mark: Mark) => {
    const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 100 })
    const message = messages.find((message) => message.seq === seq)
    await db.now.messages.mark(OWNER, sessionId, message?.id ?? '', { mark, now: clock.now() })
  }

  // Room for some 11 exchanges beside a summary's wrapper, of which six may stay as they are.
  const MEMORY = { maxExchanges: null, maxTokens: 400, useSummary: true }
  beforeEach(() => db.now.settings.update(OWNER, { memory: MEMORY }))
  afterEach(() => it.upstream.release())

  describe('when it is due', () => {
    test('of what is older than about half of the room, and of no more', async () => {
      const sessionId = await talk(6)
      await fold(sessionId)
      expect(asks()).toEqual([])
      const longer = await talk(10)
      await fold(longer)
      const [summary] = (await listOf(longer)).versions
      expect(summary).toMatchObject({ version: 1, fromSeq: 0, author: 'model', basedOn: null, usable: true })
      expect(summary?.model).toBe('compatible/fake-large')
      expect(summary?.text).toMatch(new RegExp(`^${SUMMARY_OPENING} Q0 a b c d / A0`))
      expect(summary?.messageCount).toBe((summary?.toSeq ?? 0) + 1)
      expect(summary?.toSeq).toBeGreaterThanOrEqual(5)
      expect(summary?.toSeq).toBeLessThanOrEqual(9)
      expect(askedWith(0)).not.toContain('Q9')
      await fold(longer)
      expect(asks()).toHaveLength(1)
    })

    test('on top of the one before, from its text and what came after it alone', async () => {
      const sessionId = await talk(10)
      await fold(sessionId)
      const first = await newestOf(sessionId)
      for (let n = 0; n < 4; n += 1) await exchange(db.now, { sessionId, text: tenWords(`More${n}`) })
      await fold(sessionId)
      const [second] = (await listOf(sessionId)).versions
      expect(second).toMatchObject({ version: 2, fromSeq: 0 })
      expect(second?.toSeq).toBeGreaterThan(first?.toSeq ?? Infinity)
      expect(askedWith(1)).toContain(`> ${first?.text.slice(0, 40)}`)
      expect(askedWith(1)).not.toContain('> Q0 a b c d e')
    })

    test('by the settings of the session, where it has its own', async () => {
      const sessionId = await talk(10)
      await db.now.sessions.update(OWNER, sessionId, { memory: { useSummary: false } })
      await fold(sessionId)
      await db.now.sessions.update(OWNER, sessionId, { memory: { maxExchanges: 0 } })
      await fold(sessionId)
      expect(asks()).toEqual([])
      await db.now.sessions.update(OWNER, sessionId, { memory: { maxExchanges: 4 } })
      await fold(sessionId)
      expect(await versionsOf(sessionId)).toEqual([[1, 15, 16]])
    })

    test('in as many words as the limit has room for', async () => {
      const sessionId = await talk(10)
      await fold(sessionId)
      expect(askedWith(0)).toContain('no more than about 75 words, whatever')
      await db.now.settings.update(OWNER, { memory: { ...MEMORY, maxTokens: 8_000 } })
      await fold(sessionId, 'now')
      expect(askedWith(1)).not.toContain('There is room for')
    })

    test('by the prompt of the owner', async () => {
      await db.now.settings.update(OWNER, { summaryPrompt: 'Of this: {messages}. In rhymes.' })
      const sessionId = await talk(10)
      await fold(sessionId)
      expect(askedWith(0)).toContain('Of this: User:\\n> Q0')
      expect(askedWith(0)).toContain('In rhymes.')
    })

    test('of a long backlog in parts, each stored as it is written', async () => {
      const sessionId = await talk(40)
      it.upstream.scriptSummaries({}, { status: 400 })
      const small = { models: modelsOf({ openaiBaseUrl: `${it.upstream.url}/v1` }, 1_600) }
      await expect(fold(sessionId, null, small)).rejects.toMatchObject({ code: 'model_refused' })
      const [first] = await versionsOf(sessionId)
      await fold(sessionId, null, small)
      const versions = await versionsOf(sessionId)
      expect(versions.length).toBeGreaterThan(2)
      expect(versions.at(-1)).toEqual(first)
      expect(versions.map(([version]) => version)).toEqual(
        versions.map((_, index) => versions.length - index),
      )
      expect(versions[0]?.[1]).toBeGreaterThan(60)
    })

    test('of an exchange that is larger than a part, stored once all of it is told', async () => {
      const text = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ')
      const sessionId = await talk(10, { 0: { text } })
      await fold(sessionId, null, { models: modelsOf({ openaiBaseUrl: `${it.upstream.url}/v1` }, 1_600) })
      expect(asks().length).toBeGreaterThan(2)
      const versions = await versionsOf(sessionId)
      expect(versions.length).toBeLessThan(asks().length)
      expect(versions.every(([, toSeq = 0, count]) => toSeq % 2 === 1 && count === toSeq + 1)).toBe(true)
    })
  })

  test('without what is excluded or pinned, which stands in its range', async () => {
    const sessionId = await talk(10)
    await mark(sessionId, 0, 'excluded')
    await mark(sessionId, 2, 'pinned')
    await fold(sessionId)
    expect(askedWith(0)).not.toMatch(/Q0|A0|Q1|A1/)
    const bounds = await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')
    expect(bounds.summaries[0]?.omitted).toEqual([
      { fromSeq: 0, toSeq: 1, reason: 'excluded' },
      { fromSeq: 2, toSeq: 3, reason: 'pinned' },
    ])
    const newest = await newestOf(sessionId)
    expect(newest?.messageCount).toBe((newest?.toSeq ?? 0) + 1 - 4)
  })

  test('anew without what was excluded since', async () => {
    const sessionId = await talk(10)
    await fold(sessionId)
    await mark(sessionId, 0, 'excluded')
    expect(await newestOf(sessionId)).toMatchObject({ version: 1, usable: false })
    await fold(sessionId)
    const newest = await newestOf(sessionId)
    expect(newest).toMatchObject({ version: 2, usable: true, fromSeq: 0 })
    expect(newest?.text).not.toContain('Q0')
    expect(newest?.text).toContain('Q1')
  })

  describe('again, where a mark contradicts the one in use', () => {
    /** Far below the limit nothing is due. */
    beforeEach(() => db.now.settings.update(OWNER, { memory: { ...MEMORY, maxTokens: 4_000 } }))
    const nextJob = async () => {
      const waits = { leaseMs: 60_000, first: {}, retry: [0] }
      const now = new Date(Date.now() + 1_000)
      const [job] = await db.now.jobs.lease({ processId: 'test', kinds: ['summary'], now, limit: 1, waits })
      if (!job) return
      await createFoldSummary(depsOf()).run(job, ended)
      await db.now.jobs.done(job)
    }
    const inForce = async (sessionId: string) =>
      (await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).summaries.map(({ version }) => version)

    test('of as much as that told, and in use as that was', async () => {
      const sessionId = await talk(5)
      await fold(sessionId, 'now')
      await mark(sessionId, 2, 'excluded')
      expect(await inForce(sessionId)).toEqual([])
      await nextJob()
      const [second, first] = (await listOf(sessionId)).versions
      expect(second).toMatchObject({ version: 2, toSeq: first?.toSeq, messageCount: 6, usable: true })
      expect(second?.text).not.toContain('Q1')
      const { summaries } = await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')
      expect(summaries).toMatchObject([{ version: 2, asked: true }])
      // As before the mark: what was written then tells it all.
      await mark(sessionId, 2, null)
      expect(await inForce(sessionId)).toEqual([1])
      await nextJob()
      expect(await inForce(sessionId)).toEqual([1])
      expect(asks()).toHaveLength(2)
    })

    test('also when a mark is taken away that it was written with', async () => {
      const sessionId = await talk(5)
      await mark(sessionId, 2, 'excluded')
      await fold(sessionId, 'now')
      await mark(sessionId, 2, null)
      await nextJob()
      expect(await newestOf(sessionId)).toMatchObject({ version: 2, toSeq: 7, messageCount: 8, usable: true })
      expect((await newestOf(sessionId))?.text).toContain('Q1')
      await mark(sessionId, 0, 'excluded')
      await nextJob()
      expect(await inForce(sessionId)).toEqual([3])
    })

    test('on top of an earlier one that holds', async () => {
      const sessionId = await talk(3)
      await fold(sessionId, 'now')
      for (let n = 0; n < 2; n += 1) await exchange(db.now, { sessionId, text: tenWords(`More${n}`) })
      await fold(sessionId, 'now')
      await mark(sessionId, 4, 'excluded')
      await nextJob()
      expect(await versionsOf(sessionId)).toEqual([
        [3, 7, 6],
        [2, 7, 8],
        [1, 3, 4],
      ])
      expect(askedWith(2)).toContain('Earlier summary')
      expect(askedWith(2)).not.toContain('Q2')
    })

    test('not where the end of its range left the path meanwhile, nor where no summary is used', async () => {
      const sessionId = await talk(3)
      await fold(sessionId, 'now')
      const again = { toSeq: 4, asked: true }
      const run = (more: { toSeq: number; asked: boolean }) => {
        const job = { owner: OWNER, payload: { sessionId, asked: null, again: more } }
        return createFoldSummary(depsOf()).run(job, ended)
      }
      await run({ ...again, toSeq: 77 })
      await db.now.settings.update(OWNER, { memory: { ...MEMORY, useSummary: false } })
      await run(again)
      expect(asks()).toHaveLength(1)
    })
  })

  describe('when it is asked for', () => {
    test('of all but the newest exchange, whatever the settings', async () => {
      await db.now.settings.update(OWNER, { memory: { ...MEMORY, useSummary: false } })
      const sessionId = await talk(3)
      await ask(sessionId, 'now')
      expect((await listOf(sessionId)).writing).toBe(true)
      await fold(sessionId, 'now')
      expect(await versionsOf(sessionId)).toEqual([[1, 3, 4]])
      const { summaries } = await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')
      expect(summaries).toMatchObject([{ asked: true }])
      await expect(ask(sessionId, 'now')).rejects.toMatchObject({ code: 'nothing_to_summarise' })
    })

    test('not while there is nothing but the newest exchange, or nothing to be told', async () => {
      const sessionId = await talk(1)
      await expect(ask(sessionId, 'now')).rejects.toMatchObject({ code: 'nothing_to_summarise' })
      await expect(ask(sessionId, 'rewrite')).rejects.toMatchObject({ code: 'nothing_to_summarise' })
      await exchange(db.now, { sessionId })
      await mark(sessionId, 0, 'excluded')
      await expect(ask(sessionId, 'now')).rejects.toMatchObject({ code: 'nothing_to_summarise' })
      await expect(ask('never there', 'now')).rejects.toMatchObject({ code: 'session_not_found' })
      await fold(sessionId, 'now')
      expect(asks()).toEqual([])
    })

    test('where all of it is told already, by a version that is put in use then', async () => {
      const sessionId = await talk(3)
      const told = {
        text: 'Told.',
        base: null,
        told: [0, 1, 2, 3],
        messageCount: 4,
        tokens: { cl100k: 2, o200k: 2 },
        omitted: [],
      }
      const range = { after: null, fromSeq: 0, toSeq: 3, model: 'a model', asked: false, now: clock.now() }
      const inForce = async () =>
        (await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).summaries.map(({ asked }) => asked)
      for (const how of [ask, fold]) {
        await db.now.summaries.add(OWNER, sessionId, { ...told, ...range, id: ids.next() })
        expect(await inForce()).toEqual([false])
        await how(sessionId, 'now')
        expect(await inForce()).toEqual([true])
        await expect(ask(sessionId, 'now')).rejects.toMatchObject({ code: 'nothing_to_summarise' })
        await db.now.database.write((tx) => tx.summary.deleteMany())
      }
      expect(asks()).toHaveLength(0)
    })

    test('from the messages again, of the same range, and stored once it is whole', async () => {
      const sessionId = await talk(40)
      await fold(sessionId, 'now')
      expect(await versionsOf(sessionId)).toEqual([[1, 77, 78]])
      const small = { models: modelsOf({ openaiBaseUrl: `${it.upstream.url}/v1` }, 1_600) }
      await fold(sessionId, 'rewrite', small)
      expect(asks().length).toBeGreaterThan(3)
      expect(await versionsOf(sessionId)).toEqual([
        [2, 77, 78],
        [1, 77, 78],
      ])
      expect(askedWith(1)).toContain('> Q0 a b')
      expect(askedWith(1)).not.toContain('Earlier summary')
      expect(askedWith(2)).toContain('Earlier summary')
    })
  })

  describe('and refused, with the old one kept,', () => {
    test.each([
      ['empty', { text: ' \n' }, 'The model wrote an empty summary.'],
      ['nothing but thoughts', { text: '<think>Hm, hard.' }, 'The model wrote an empty summary.'],
      ['cut off', { finish: 'length' }, 'The model’s summary was cut off at the length of its output.'],
      ['too long', { text: 'word '.repeat(400) }, 'The model’s summary was longer than what it is of.'],
    ] as const)('when it is %s', async (_, behaviour, message) => {
      const sessionId = await talk(10)
      it.upstream.scriptSummaries(behaviour)
      await expect(fold(sessionId)).rejects.toMatchObject({ code: 'model_summary_refused', message })
      expect(await versionsOf(sessionId)).toEqual([])
      await fold(sessionId)
      const [kept] = await versionsOf(sessionId)
      for (let n = 0; n < 4; n += 1) await exchange(db.now, { sessionId, text: tenWords(`More${n}`) })
      it.upstream.scriptSummaries(behaviour)
      await expect(fold(sessionId)).rejects.toMatchObject({ code: 'model_summary_refused' })
      expect(await versionsOf(sessionId)).toEqual([kept])
    })

    test('when it is absurdly short', async () => {
      const text = Array.from({ length: 400 }, (_, index) => `w${index}`).join(' ')
      const sessionId = await talk(10, { 0: { text } })
      it.upstream.scriptSummaries({ text: 'Ok then.' })
      const message = 'The model’s summary was too short to tell what it is of.'
      await expect(fold(sessionId)).rejects.toMatchObject({ code: 'model_summary_refused', message })
    })

    test('when the call fails or takes too long', async () => {
      const sessionId = await talk(10)
      it.upstream.scriptSummaries({ status: 401 }, { holdAfter: 0 })
      await expect(fold(sessionId)).rejects.toMatchObject({ code: 'model_unauthorized' })
      await expect(fold(sessionId, null, { withinMs: 50 })).rejects.toMatchObject({ code: 'model_timeout' })
      expect(await versionsOf(sessionId)).toEqual([])
    })
  })

  test('without what the model thought', async () => {
    const sessionId = await talk(10)
    it.upstream.scriptSummaries({
      reasoning: 'Who is it?',
      text: '<think>They talk.</think>\n\nThey talked.',
    })
    await fold(sessionId)
    expect(await newestOf(sessionId)).toMatchObject({ text: 'They talked.', tokens: 3 })
  })

  test('by the built-in model too', async () => {
    const sessionId = await talk(10)
    await fold(sessionId, null, { models: modelsOf({}) })
    expect(await newestOf(sessionId)).toMatchObject({ model: 'builtin', text: expect.stringContaining('Q0') })
  })

  test('by the built-in model within a quarter of a small limit, however often', async () => {
    await db.now.settings.update(OWNER, { memory: { ...MEMORY, maxTokens: 300 } })
    const { sessionId } = await exchange(db.now, { text: 'The harbour master is called Ottilie Brandt.' })
    for (let n = 0; n < 20; n += 1) {
      const text = `In week ${n} the ship Gunvor brought ${n * 17} crates of wine from Madeira.`
      await exchange(db.now, { sessionId, text })
      await fold(sessionId, n % 5 === 0 ? 'now' : null, { models: modelsOf({}) })
    }
    const { versions } = await listOf(sessionId)
    expect(versions.length).toBeGreaterThan(3)
    expect(versions[0]?.text).toContain('Ottilie Brandt')
    for (const { tokens } of versions) expect(tokens).toBeLessThanOrEqual(75)
  })

  test('not over one that came meanwhile, or after a mark: the next try writes of what there is then', async () => {
    const sessionId = await talk(10)
    it.upstream.scriptSummaries({ holdAfter: 0 })
    const writing = fold(sessionId)
    await it.upstream.summaries.waitFor(({ held }) => held)
    await mark(sessionId, 0, 'excluded')
    it.upstream.release()
    await expect(writing).rejects.toMatchObject({ code: 'summary_changed' })
    expect(await versionsOf(sessionId)).toEqual([])
    await fold(sessionId)
    expect((await newestOf(sessionId))?.text).not.toContain('Q0')
  })

  test('later, when the process ends or a turn of a server begins that does one thing at a time', async () => {
    const sessionId = await talk(10)
    it.upstream.scriptSummaries({ holdAfter: 0 }, { holdAfter: 0 })
    const ending = new AbortController()
    const stopped = fold(sessionId, null, {}, ending.signal)
    await it.upstream.summaries.waitFor(({ held }) => held)
    calls.giveWay(sessionId)
    const reason = new Error('The end.')
    ending.abort(reason)
    await expect(stopped).rejects.toBe(reason)

    it.upstream.list({ ollama: { models: [{ name: 'small' }] } })
    const models = modelsOf({ discoverLocal: true, ollamaUrl: it.upstream.url })
    const gaveWay = fold(sessionId, null, { models })
    await it.upstream.summaries.waitFor(({ held, body }) => held && JSON.stringify(body).includes('"small"'))
    calls.giveWay('another')
    await expect(gaveWay).rejects.toBeInstanceOf(JobPostponed)
    const turn = sendTurn({ sessionId })
    begun(await db.now.turnStore.begin(turn))
    await expect(fold(sessionId, null, { models })).rejects.toBeInstanceOf(JobPostponed)
    await db.now.turnStore.end(endOf(turn))
  })

  test('not once it is gone: nothing is called and nothing fails', async () => {
    const sessionId = await talk(10)
    await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'd', now: new Date(), until: new Date() })
    await fold(sessionId)
    await fold('never there')
    expect(asks()).toEqual([])
  })
})
