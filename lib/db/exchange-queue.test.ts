import { describe, expect, test } from 'vitest'
import type { UnembeddedExchange } from '../ports/exchange-queue.ts'
import { EMBED_JOB, INDEX_JOB } from '../schemas/job.ts'
import { createPgliteDatabase } from './testing/pglite-database.ts'
import { scopeOf } from './testing/remembered.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const MODEL = 'words'
const REMEMBER = { remember: true }

describe.each(DIALECTS)('what waits to be indexed on %s', (dialect) => {
  const db = useDatabase(dialect)
  const queue = () => db.now.exchangeQueue
  const texts = () => queue().withoutTexts(OWNER, { limit: 10 })
  const vectors = (model = MODEL) => queue().withoutVectors(OWNER, { model, limit: 10 })
  const said = async () => (await texts()).map(({ question, answer }) => [question, answer])
  const jobs = async () =>
    (await db.now.database.read((tx) => tx.job.findMany({ orderBy: { kind: 'asc' } }))).map(
      ({ kind }) => kind,
    )
  const chunks = () =>
    db.now.database.read((tx) =>
      tx.exchangeChunk.findMany({ orderBy: [{ exchangeId: 'asc' }, { index: 'asc' }] }),
    )
  /** Answered by a model that is no built-in one. */
  const remembered = async (words: Parameters<typeof exchange>[1] = {}) => {
    const turn = { ...sendTurn(words), model: 'compatible/x' }
    const { session, userMessage, answer } = begun(await db.now.turnStore.begin(turn))
    await db.now.turnStore.end(endOf(turn, words.answer, { ...REMEMBER, ...words.end }))
    return { sessionId: session.id, userId: userMessage.id, answerId: answer.id }
  }
  const index = async (now = at(5)) =>
    queue().storeTexts(
      OWNER,
      (await texts()).map(({ id, answerId, question, answer }) => ({
        ...{ id, answerId },
        texts: [
          { text: question, terms: ['q', 'x'] },
          { text: answer ?? '', terms: [] },
        ],
      })),
      now,
    )
  const embedded = (exchanges: readonly UnembeddedExchange[], vector = [3, 4]) =>
    exchanges.map(({ id, indexedAt, texts }) => ({
      ...{ id, indexedAt },
      vectors: texts.map(({ key }) => ({ key, vector: Float32Array.from(vector) })),
    }))
  const embed = async (model = MODEL) => queue().storeVectors(OWNER, model, embedded(await vectors(model)))
  const hide = (sessionId: string) =>
    db.now.sessions.delete(OWNER, sessionId, { purgeId: 'p', now: at(6), until: at(36) })

  describe('an answer that is to be remembered', () => {
    test('waits with its question, and asks for one job', async () => {
      const { sessionId } = await remembered({ text: 'one', answer: 'eins' })
      await remembered({ sessionId, text: 'two', answer: 'zwei', now: at(1) })
      expect(await said()).toEqual([
        ['two', 'zwei'],
        ['one', 'eins'],
      ])
      expect(await jobs()).toContain(INDEX_JOB)
      expect((await jobs()).filter((kind) => kind === INDEX_JOB)).toHaveLength(1)
    })

    test('asks for all that is missing where a client told of others with it, also where it failed', async () => {
      await exchange(db.now, { end: { status: 'failed', rememberBefore: true } })
      const asked = await db.now.database.read((tx) => tx.job.findMany({ where: { kind: INDEX_JOB } }))
      expect(asked).toMatchObject([{ payload: { missing: true } }])
    })

    test('is not asked for where nobody wants it', async () => {
      await exchange(db.now, { text: 'one' })
      expect(await said()).toEqual([])
      expect(await jobs()).not.toContain(INDEX_JOB)
    })

    test('by the built-in model leaves what the user said alone', async () => {
      await exchange(db.now, { text: 'one', answer: 'a quote of anything', end: REMEMBER })
      expect(await said()).toEqual([['one', null]])
    })

    test('of a temporary session, or one that only calls tools, is none', async () => {
      await remembered({ kind: { temporary: true } })
      const toolCalls = [{ id: 'c', name: 'look', arguments: '{}' }]
      await remembered({ text: 'two', end: { toolCalls, parts: [] } })
      expect(await said()).toEqual([])
      expect(await jobs()).not.toContain(INDEX_JOB)
    })

    test('takes the place of the one before it, and waits anew', async () => {
      const { sessionId, answerId } = await remembered({ text: 'one', answer: 'eins' })
      await index()
      await embed()
      expect([await texts(), await vectors()]).toEqual([[], []])
      const turn = { ...regenerateTurn(sessionId, answerId), model: 'compatible/x' }
      await db.now.turnStore.begin(turn)
      await db.now.turnStore.end(endOf(turn, 'uno', REMEMBER))
      expect(await said()).toEqual([['one', 'uno']])
      expect(await vectors()).toEqual([])
    })

    test('waits anew without its answer where that was forgotten alone, and with it after an undo', async () => {
      const { answerId } = await remembered({ text: 'one', answer: 'eins' })
      await index()
      await db.now.database.write((tx) => tx.job.deleteMany())
      const plan = { purgeId: 'f', now: at(6), until: at(36), titleOf: (text: string) => text }
      await db.now.exchangeForgetting.forgetExchanges(OWNER, { exchangeIds: [], answerIds: [answerId] }, plan)
      expect(await said()).toEqual([['one', null]])
      expect(await jobs()).toContain(INDEX_JOB)
      await index()
      await db.now.database.write((tx) => tx.job.deleteMany({ where: { kind: INDEX_JOB } }))
      await db.now.sessions.undo(OWNER, 'f')
      expect(await said()).toEqual([['one', 'eins']])
      expect(await jobs()).toContain(INDEX_JOB)
    })

    test('keeps the end user whom a client named', async () => {
      const { userId } = await remembered({ kind: { source: 'interface', user: 'ann' } })
      const row = await db.now.database.read((tx) => tx.exchange.findUnique({ where: { id: userId } }))
      expect(row).toMatchObject({ owner: OWNER, user: 'ann', seq: 0, indexedAt: null, model: null })
    })
  })

  describe('what nobody can see is not read', () => {
    test('a deleted session, until that is undone', async () => {
      const { sessionId } = await remembered()
      await index()
      await remembered({ sessionId, text: 'two' })
      await hide(sessionId)
      expect([await texts(), await vectors()]).toEqual([[], []])
      await db.now.sessions.undo(OWNER, 'p')
      expect([(await texts()).length, (await vectors()).length]).toEqual([1, 1])
    })

    test('an excluded exchange, and what was cleared', async () => {
      const { sessionId, userId } = await remembered()
      await remembered({ sessionId, text: 'two' })
      await db.now.messages.mark(OWNER, sessionId, userId, { mark: 'excluded', now: at(2) })
      expect((await said()).map(([question]) => question)).toEqual(['two'])
      await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'c', now: at(6), until: at(36) })
      expect(await said()).toEqual([])
    })

    test('what another owner said', async () => {
      await remembered({ owner: 'other' })
      expect(await said()).toEqual([])
    })
  })

  describe('texts', () => {
    test('are stored with their terms, and ask for vectors', async () => {
      await remembered({ text: 'one', answer: 'eins' })
      await index()
      expect(await chunks()).toMatchObject([
        { index: 0, text: 'one', terms: 'q x', termCount: 2, model: null, vector: null },
        { index: 1, text: 'eins', terms: '', termCount: 0 },
      ])
      expect(await texts()).toEqual([])
      expect(await vectors()).toMatchObject([
        { indexedAt: at(5), texts: [{ text: 'one' }, { text: 'eins' }] },
      ])
      expect(await jobs()).toContain(EMBED_JOB)
    })

    test('are found by a word that is longer than an index takes', async () => {
      const { sessionId, userId, answerId } = await remembered()
      const word = Array.from({ length: 3_000 }, (_, place) => ((place * place) % 36).toString(36)).join('')
      await queue().storeTexts(
        OWNER,
        [{ id: userId, answerId, texts: [{ text: 'one', terms: [word] }] }],
        at(5),
      )
      const terms = db.now.recallIndex.terms(scopeOf(sessionId))
      expect(await terms.matching([word], { limit: 9 })).toHaveLength(1)
    })

    test('of an answer that was made anew meanwhile are not stored', async () => {
      const { sessionId, answerId, userId } = await remembered({ answer: 'eins' })
      const turn = { ...regenerateTurn(sessionId, answerId), model: 'compatible/x' }
      await db.now.turnStore.begin(turn)
      await db.now.turnStore.end(endOf(turn, 'uno', REMEMBER))
      await queue().storeTexts(OWNER, [{ id: userId, answerId, texts: [{ text: 'eins', terms: [] }] }], at(5))
      expect(await chunks()).toEqual([])
      expect(await jobs()).not.toContain(EMBED_JOB)
    })

    test('of a question that was deleted meanwhile are not stored', async () => {
      const { userId, answerId } = await remembered()
      await db.now.database.write((tx) => tx.message.delete({ where: { id: userId } }))
      await queue().storeTexts(OWNER, [{ id: userId, answerId, texts: [{ text: 'one', terms: [] }] }], at(5))
      expect(await chunks()).toEqual([])
    })
  })

  describe('vectors', () => {
    test('are stored at length one, the lowest byte first', async () => {
      await remembered()
      await index()
      await embed()
      const [first] = await chunks()
      const bytes = Buffer.from(first?.vector ?? [])
      expect([bytes.length, bytes.readFloatLE(0), bytes.readFloatLE(4)]).toEqual([
        8,
        Math.fround(0.6),
        Math.fround(0.8),
      ])
      expect(first?.model).toBe(MODEL)
      expect(await vectors()).toEqual([])
    })

    test('of texts that were made anew meanwhile are not stored', async () => {
      await remembered()
      await index(at(5))
      const before = embedded(await vectors())
      await db.now.database.write((tx) => tx.exchange.updateMany({ data: { indexedAt: null } }))
      await index(at(7))
      await queue().storeVectors(OWNER, MODEL, before)
      expect((await chunks()).map(({ model }) => model)).toEqual([null, null])
      expect(await vectors()).toHaveLength(1)
    })

    test('of another model wait anew, the newest texts first, without those that are left out', async () => {
      const { sessionId, userId } = await remembered({ text: 'one' })
      await index(at(5))
      await remembered({ sessionId, text: 'two' })
      await index(at(6))
      await embed()
      const other = await vectors('another')
      expect(other.map(({ texts }) => texts[0]?.text)).toEqual(['two', 'one'])
      const rest = await queue().withoutVectors(OWNER, { model: 'another', limit: 9, except: [userId] })
      expect(rest.map(({ texts }) => texts[0]?.text)).toEqual(['two'])
      await embed('another')
      expect(await vectors('another')).toEqual([])
    })
  })

  test('what was never asked for is found: finished, on the path, neither excluded nor temporary', async () => {
    const { sessionId } = await exchange(db.now, { text: 'one', answer: 'eins' })
    await exchange(db.now, { sessionId, text: 'two', end: { status: 'failed' } })
    const left = await exchange(db.now, { sessionId, text: 'three', answer: 'left' })
    const again = { ...regenerateTurn(sessionId, left.answerId), model: 'compatible/x' }
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end(endOf(again, 'drei', { status: 'stopped' }))
    const out = await exchange(db.now, { sessionId, text: 'four' })
    await db.now.messages.mark(OWNER, sessionId, out.userId, { mark: 'excluded', now: at(2) })
    expect(await queue().addMissing(OWNER, sessionId, { limit: 1 })).toBe(1)
    expect(await queue().addMissing(OWNER, sessionId, { limit: 9 })).toBe(1)
    expect(await queue().addMissing(OWNER, sessionId, { limit: 9 })).toBe(0)
    expect(await said()).toEqual([
      ['three', 'drei'],
      ['one', null],
    ])
    expect(await queue().addMissing('other', sessionId, { limit: 9 })).toBe(0)
  })

  test('what was answered anew while nobody asked for it is found with the answer that stands', async () => {
    const told = await remembered({ text: 'one', answer: 'eins' })
    await remembered({ sessionId: told.sessionId, text: 'two', answer: 'zwei' })
    await index()
    const newest = await exchange(db.now, {
      sessionId: told.sessionId,
      text: 'three',
      answer: 'by quotes',
      end: REMEMBER,
    })
    const again = { ...regenerateTurn(told.sessionId, newest.answerId), model: 'compatible/x' }
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end(endOf(again, 'drei'))
    expect(await queue().addMissing(OWNER, told.sessionId, { limit: 9 })).toBe(1)
    expect(await queue().addMissing(OWNER, told.sessionId, { limit: 9 })).toBe(0)
    expect(await said()).toEqual([['three', 'drei']])
  })

  test('sessions come least active first, without the temporary and deleted', async () => {
    const late = await exchange(db.now, { now: at(9) })
    const early = await exchange(db.now, { now: at(1) })
    await exchange(db.now, { now: at(2), kind: { temporary: true } })
    await hide((await exchange(db.now, { now: at(3) })).sessionId)
    await db.now.sessions.update(OWNER, late.sessionId, { memory: { recall: { remembered: false } } })
    const [first, ...none] = await queue().sessionsBehind(OWNER, { after: null, limit: 1 })
    expect([first?.id, none]).toEqual([early.sessionId, []])
    const rest = await queue().sessionsBehind(OWNER, { after: first ?? null, limit: 9 })
    expect(rest).toEqual([
      { id: late.sessionId, lastActiveAt: at(9), memory: { recall: { remembered: false } } },
    ])
  })

  test('forgetting a session takes all of it, and nothing of another', async () => {
    const { sessionId } = await remembered({ text: 'one' })
    await remembered({ text: 'two' })
    await index()
    await queue().forget('other', sessionId)
    expect(await chunks()).toHaveLength(4)
    await queue().forget(OWNER, sessionId)
    expect((await chunks()).map(({ text }) => text)).toContain('two')
    expect(await chunks()).toHaveLength(2)
  })

  test('a start asks for everyone what is missing, and for vectors where a model has none', async () => {
    await exchange(db.now)
    await queue().askForAll(MODEL, at(1))
    expect(await jobs()).toEqual(expect.arrayContaining([INDEX_JOB]))
    expect(await jobs()).not.toContain(EMBED_JOB)
    await remembered()
    await index()
    await embed()
    await db.now.database.write((tx) => tx.job.deleteMany())
    await queue().askForAll(MODEL, at(1))
    expect(await jobs()).toEqual([INDEX_JOB])
    await queue().askForAll('another', at(1))
    expect(await jobs()).toEqual([EMBED_JOB, INDEX_JOB])
  })

  test('what is missing is not forgotten over what is asked for later', async () => {
    const payload = async () =>
      (await db.now.database.read((tx) => tx.job.findFirst({ where: { kind: INDEX_JOB } })))?.payload
    await remembered()
    expect(await payload()).toEqual({ missing: false })
    await queue().askForMissing(OWNER, at(1))
    await remembered()
    expect(await payload()).toEqual({ missing: true })
  })

  test('says how much there is', async () => {
    expect(await queue().state(OWNER, MODEL)).toEqual({
      ...{
        exchanges: 0,
        sessions: 0,
        withoutTexts: 0,
        withoutVectors: 0,
        failed: 0,
        textBytes: 0,
        vectorBytes: 0,
      },
    })
    const { sessionId, userId } = await remembered({ text: 'one', answer: 'eins' })
    await index()
    await embed()
    const two = await remembered({ sessionId, text: 'two', answer: 'zwölf' })
    await index()
    await remembered({ sessionId, text: 'three' })
    // The first one while another model was in use, which is not there any more.
    await queue().failed(OWNER, [userId, two.userId], 'It is away.')
    expect(await queue().state(OWNER, MODEL)).toEqual({
      ...{
        exchanges: 3,
        sessions: 1,
        withoutTexts: 1,
        withoutVectors: 1,
        failed: 1,
        textBytes: 22,
        vectorBytes: 16,
      },
    })
  })
})

describe('with pgvector', () => {
  const db = useDatabase('postgres', createPgliteDatabase)

  test('vectors are also stored where they are looked up', async () => {
    const { exchangeQueue: queue, database } = db.now
    await exchange(db.now, { end: REMEMBER })
    const [waiting] = await queue.withoutTexts(OWNER, { limit: 1 })
    if (!waiting) throw new Error('Nothing waits.')
    await queue.storeTexts(OWNER, [{ ...waiting, texts: [{ text: 'one', terms: [] }] }], at(5))
    const [{ texts, ...unembedded }] = (await queue.withoutVectors(OWNER, { model: MODEL, limit: 1 })) as [
      UnembeddedExchange,
    ]
    const vectors = texts.map(({ key }) => ({ key, vector: Float32Array.from([3, 4]) }))
    await queue.storeVectors(OWNER, MODEL, [{ ...unembedded, vectors }])
    const rows = await database.read(
      (tx) =>
        tx.$queryRaw<object[]>`SELECT key, dimension, embedding::text AS embedding FROM "ExchangeVector"`,
    )
    expect(rows).toEqual([{ key: texts[0]?.key, dimension: 2, embedding: '[0.6,0.8]' }])
  })
})
