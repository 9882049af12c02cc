import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { leaseDue } from '../testing/leases.ts'
import { createPgliteDatabase } from '../testing/pglite-database.ts'
import { addTexts, remembered, scopeOf } from '../testing/remembered.ts'
import { at, OWNER } from '../testing/turns.ts'
import { type DatabaseUnderTest, useDatabase } from '../testing/use-database.ts'

const MODEL = { model: 'm', dimensions: 64 }
const MARKER = 'xq7markers'
const STEM = 'xq7mark'
const forget = { purgeId: 'p', now: at(10), until: at(40) }

/** A vector of its own for each. */
const vectorOf = (place: number) =>
  Float32Array.from({ length: 64 }, (_, at) => Math.cos(place + at * (place + 1)))

/** An exchange with a long and a short chunk, between whose rows others stand. */
async function said({ now }: DatabaseUnderTest, sessionId?: string, words = 'kept', place = 0) {
  const exchange = await remembered(now, sessionId ? { sessionId } : {})
  const scope = scopeOf(exchange.sessionId)
  const filler = 'filler '.repeat((place * 37) % 900)
  await addTexts(now.recallIndex.terms(scope), exchange.id, `${filler}${words}`, words)
  await now.recallIndex.vectors(scope, MODEL).add(
    [0, 1].map((chunkIndex) => ({
      documentId: exchange.id,
      chunkIndex,
      text: chunkIndex === 0 ? `${filler}${words}` : words,
      embedding: vectorOf(place),
    })),
  )
  return { ...exchange, scope }
}

const DATABASES = [
  { name: 'sqlite', use: () => useDatabase('sqlite') },
  { name: 'postgres', use: () => useDatabase('postgres') },
  { name: 'postgres with pgvector', use: () => useDatabase('postgres', createPgliteDatabase) },
]

describe.each(DATABASES)('Clearing does not forget: what was deleted on $name', ({ name, use }) => {
  const db = use()

  /** Chunks, their rows in the full text, and their copies for pgvector. */
  async function rows() {
    const { read } = db.now.database
    const count = async (sql: string) =>
      (
        await read((it) =>
          it.$queryRawUnsafe<{ n: number }[]>(`SELECT CAST(COUNT(*) AS INTEGER) AS n ${sql}`),
        )
      )[0]?.n
    const full = {
      sqlite: 'FROM "ExchangeText" WHERE "ExchangeText" MATCH \'kept OR gone\'',
      other: `FROM "ExchangeChunk" WHERE string_to_array(terms, ' ') && ARRAY['kept', 'gone']`,
    }
    return {
      exchanges: await count('FROM "Exchange"'),
      chunks: await count('FROM "ExchangeChunk"'),
      full: await count(name === 'sqlite' ? full.sqlite : full.other),
      copies: name === 'postgres with pgvector' ? await count('FROM "ExchangeVector"') : 2 * 2,
    }
  }
  const two = { exchanges: 2, chunks: 4, full: 4, copies: 4 }
  const one = { exchanges: 1, chunks: 2, full: 2, copies: name === 'postgres with pgvector' ? 2 : 4 }

  test('with its session has left no row', async () => {
    const [kept, gone] = [await said(db), await said(db, undefined, 'gone')]
    expect(await rows()).toEqual(two)
    await db.now.sessions.delete(OWNER, gone.sessionId, forget)
    const [job] = await leaseDue(db.now, { now: at(50) })
    await db.now.purge.run('p', job?.payload)
    expect(await rows()).toEqual(one)
    expect(await db.now.recallIndex.terms(kept.scope).matching(['gone', 'kept'], { limit: 9 })).toHaveLength(
      2,
    )
  })

  test('takes no place among the best, from the moment on that it is deleted', async () => {
    const kept = await said(db)
    const gone = [await said(db, undefined, 'gone', 1), await said(db, undefined, 'gone', 1)]
    const nearest = async () => {
      const found = await db.now.recallIndex.vectors(kept.scope, MODEL).search(vectorOf(1), { topK: 2 })
      return [...new Set(found.map(({ chunk }) => chunk.documentId))]
    }
    expect(gone.map(({ id }) => id)).toEqual(expect.arrayContaining(await nearest()))
    for (const [place, { sessionId }] of gone.entries())
      await db.now.sessions.delete(OWNER, sessionId, { ...forget, purgeId: `p${place}` })
    expect(await nearest()).toEqual([kept.id])
  })

  test('by one owner takes all of it along, and nothing of another’s', async () => {
    await said(db)
    const other = await remembered(db.now, { owner: 'another' })
    const terms = db.now.recallIndex.terms(scopeOf(other.sessionId, { owner: 'another' }))
    await addTexts(terms, other.id, 'kept')
    await db.now.sessions.delete(OWNER, null, forget)
    const [job] = await leaseDue(db.now, { now: at(50) })
    await db.now.purge.run('p', job?.payload)
    expect(await rows()).toMatchObject({ exchanges: 1, chunks: 1 })
    expect(await terms.matching(['kept'], { limit: 9 })).toHaveLength(1)
  })

  test('with its message has left no row', async () => {
    const [, gone] = [await said(db), await said(db, undefined, 'gone')]
    await db.now.database.write((tx) => tx.message.delete({ where: { id: gone.id } }))
    expect(await rows()).toEqual(one)
  })
})

describe('an SQLite file that was searched and scrubbed', () => {
  const db = useDatabase('sqlite')

  const holding = async (what: Buffer) => {
    const { file } = db.now
    const files = await Promise.all([file, `${file}-wal`].map((name) => readFile(name ?? '')))
    return files.some((bytes) => bytes.includes(what))
  }

  /** Throws where the full text disagrees with the chunks. */
  const isWhole = () =>
    db.now.database.write(
      (tx) => tx.$executeRaw`INSERT INTO "ExchangeText"("ExchangeText", rank) VALUES ('integrity-check', 1)`,
    )

  test('Clearing does not forget: holds no word, no stem and no vector of what was deleted', async () => {
    const first = await said(db)
    const gone = await said(db, undefined, `${MARKER} ${STEM}`, 1)
    for (let place = 2; place < 60; place++) {
      await said(
        db,
        place % 2 ? first.sessionId : gone.sessionId,
        place % 2 ? 'kept' : `${MARKER} ${STEM}`,
        place,
      )
    }
    const { vectors, terms } = db.now.recallIndex
    const numbers = async (place: number) => {
      const [found] = await vectors(first.scope, MODEL).search(vectorOf(place), { topK: 1 })
      const { vector } = await db.now.database.read((it) =>
        it.exchangeChunk.findFirstOrThrow({ where: { exchangeId: found?.chunk.documentId ?? '' } }),
      )
      return Buffer.from(vector ?? [])
    }
    const [goneNumbers, keptNumbers] = [await numbers(4), await numbers(5)]
    expect(await terms(first.scope).matching([STEM], { limit: 99 })).toHaveLength(60)
    expect(await Promise.all([STEM, MARKER].map((it) => holding(Buffer.from(it))))).toEqual([true, true])
    expect([await holding(goneNumbers), await holding(keptNumbers)]).toEqual([true, true])

    await db.now.sessions.delete(OWNER, gone.sessionId, forget)
    const [job] = await leaseDue(db.now, { now: at(50) })
    await db.now.purge.run('p', job?.payload)

    expect(await Promise.all([STEM, MARKER].map((it) => holding(Buffer.from(it))))).toEqual([false, false])
    expect([await holding(goneNumbers), await holding(keptNumbers)]).toEqual([false, true])
    await isWhole()
    expect(await terms(first.scope).matching(['kept', STEM], { limit: 99 })).toHaveLength(60)
  })

  test('Clearing does not forget: holds no word of what was deleted, in how many portions and how often it was scrubbed', async () => {
    await said(db)
    for (let round = 0; round < 3; round++) {
      const gone = []
      for (let place = 0; place < 8; place++) {
        const { id, sessionId, scope } = await said(db, undefined, MARKER, place)
        await addTexts(db.now.recallIndex.terms(scope), id, ...Array(20).fill(`${MARKER} filler ${place}`))
        gone.push(sessionId)
      }
      for (const sessionId of gone) {
        await db.now.sessions.delete(OWNER, sessionId, { ...forget, purgeId: sessionId })
        await db.now.purge.run(sessionId, { kind: 'delete' })
      }
      expect(await holding(Buffer.from(STEM))).toBe(false)
    }
    await isWhole()
  })

  test('is scrubbed while it is searched, and searched afterwards', async () => {
    const first = await said(db)
    for (let place = 1; place < 30; place++) await said(db, first.sessionId, 'kept', place)
    const terms = db.now.recallIndex.terms(first.scope)
    const vectors = db.now.recallIndex.vectors(first.scope, MODEL)
    let scrubbed = false
    let searches = 0
    const searching = (async () => {
      while (!scrubbed) {
        expect(await terms.matching(['kept'], { limit: 99 })).toHaveLength(60)
        expect(await vectors.search(vectorOf(3), { topK: 99 })).toHaveLength(60)
        searches++
      }
    })()
    for (let times = 0; times < 5; times++) {
      await db.now.database.scrub()
      expect((await readFile(`${db.now.file}-wal`)).byteLength).toBe(0)
    }
    scrubbed = true
    await searching
    expect(searches).toBeGreaterThan(0)
    expect(await terms.figures(['kept'])).toMatchObject({ size: 60 })
  })
})
