import { describe, expect, test } from 'vitest'
import type { UnembeddedExchange } from '../ports/exchange-queue.ts'
import { wordsOf } from '../recall/words.ts'
import { EMBED_JOB } from '../schemas/job.ts'
import { indexQueueOf, MODEL, REMEMBER } from './testing/index-queue.ts'
import { createPgliteDatabase } from './testing/pglite-database.ts'
import { scopeOf } from './testing/remembered.ts'
import { at, endOf, exchange, OWNER, regenerateTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('what was indexed on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { queue, texts, vectors, jobs, chunks, remembered, index, embedded, embed } = indexQueueOf(db)

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

    test('are found by the longest word that there is', async () => {
      const { sessionId, userId, answerId } = await remembered()
      const [word = ''] = wordsOf(
        Array.from({ length: 3_000 }, (_, place) =>
          String.fromCharCode(0xac00 + ((place * place) % 11_000)),
        ).join(''),
      )
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

    test('of an answer are gone where another one is there, until that is indexed', async () => {
      const { sessionId, answerId } = await remembered({ text: 'one', answer: 'eins' })
      await index()
      expect(await chunks()).toHaveLength(2)
      const turn = { ...regenerateTurn(sessionId, answerId), model: 'compatible/x' }
      await db.now.turnStore.begin(turn)
      await db.now.turnStore.end(endOf(turn, 'uno', REMEMBER))
      expect(await chunks()).toEqual([])
      await index(at(6))
      expect((await chunks()).map(({ text }) => text)).toEqual(['one', 'uno'])
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
