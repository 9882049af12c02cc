import { describe, expect, test } from 'vitest'
import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { createPgliteDatabase } from '../testing/pglite-database.ts'
import { documents, remembered, scopeOf } from '../testing/remembered.ts'
import { useDatabase } from '../testing/use-database.ts'
import { exactlyNearest } from './exact-vectors.ts'
import { foundChunks } from './found-chunks.ts'
import { createNearbyVectors } from './nearby-vectors.ts'
import { normalised, packed } from './packed-vector.ts'
import { storeChunks } from './store-chunks.ts'
import { createVectorStore } from './vector-store.ts'

const MODEL = { model: 'm', dimensions: 16 }

/** The same numbers each time, without a pattern. */
const vectorOf = (place: number) =>
  normalised(Float32Array.from({ length: 16 }, (_, at) => Math.sin((place + 1) * (at + 3) * 12.9898) % 1))

const many = (documentId: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({
    documentId,
    chunkIndex: from + place,
    text: `${from + place}`,
    embedding: vectorOf(from + place),
  }))

describe('pgvector', () => {
  const db = useDatabase('postgres', createPgliteDatabase)
  const made = () => createNearbyVectors(db.now.database, { few: 10 })
  const asked = (scope: RecallScope, more = {}) => ({
    scope,
    model: 'm',
    vector: vectorOf(7_777),
    limit: 10,
    ...more,
  })

  test('finds nearly all of what a comparison with all finds, by its index', async () => {
    const scope = await documents(db.now, ['one'])
    const nearby = made()
    await createVectorStore(db.now.database, nearby, scope, MODEL).add(many('one', 600))
    const found = await nearby.nearest(asked(scope))
    const exact = await exactlyNearest(db.now.database, asked(scope))
    expect(found).toHaveLength(10)
    const texts = new Set(exact.map(({ chunk }) => chunk.text))
    const chunks = await foundChunks(db.now.database, scope, found ?? [])
    expect(chunks.filter(({ chunk }) => texts.has(chunk.text)).length).toBeGreaterThanOrEqual(8)
    expect(found?.[0]?.score).toBeCloseTo(exact[0]?.score ?? 0, 5)
    expect(await indexesOf(db.now.database)).toContain('ExchangeVector_16_idx')
  })

  test('Recall harms: is not starved by what others have nearer', async () => {
    const scope = await documents(db.now, ['mine'])
    const other = await remembered(db.now, { owner: 'other' })
    const nearby = made()
    const near = many(other.id, 600).map((chunk) => ({ ...chunk, embedding: vectorOf(7_777) }))
    await createVectorStore(db.now.database, nearby, scopeOf(other.sessionId, { owner: 'other' }), MODEL).add(
      near,
    )
    await createVectorStore(db.now.database, nearby, scope, MODEL).add(many('mine', 40))
    const exact = await exactlyNearest(db.now.database, asked(scope))
    const found = await createVectorStore(db.now.database, nearby, scope, MODEL).search(vectorOf(7_777), {
      topK: 10,
    })
    expect(exact).toHaveLength(10)
    expect(found.map(({ score }) => score.toFixed(5))).toEqual(exact.map(({ score }) => score.toFixed(5)))
  })

  test('is asked for many alone, and leaves few, some, one session, and some days to a comparison', async () => {
    const scope = await documents(db.now, ['one'])
    const nearby = made()
    const store = createVectorStore(db.now.database, nearby, scope, MODEL)
    await store.add(many('one', 9))
    expect(await nearby.nearest(asked(scope, { limit: 5 }))).toBeNull()
    await store.add(many('one', 1, 9))
    expect(await nearby.nearest(asked(scope, { limit: 5 }))).toHaveLength(5)
    expect(await nearby.nearest(asked(scope, { limit: 5, among: ['one'] }))).toBeNull()
    expect(await nearby.nearest(asked({ ...scope, from: 'session' }, { limit: 5 }))).toBeNull()
    const said = { from: new Date(0), before: null }
    expect(await nearby.nearest(asked({ ...scope, said }, { limit: 5 }))).toBeNull()
  })

  test('takes in what was stored before it was there, and is not asked until it has', async () => {
    const scope = await documents(db.now, ['one', 'two'])
    const rows = many('one', 500).map(({ chunkIndex, text, embedding }) => ({
      exchangeId: 'one',
      index: chunkIndex,
      text,
      model: 'm',
      vector: packed(embedding),
    }))
    await storeChunks(db.now.database, scope.owner, rows)
    const nearby = made()
    expect(await nearby.nearest(asked(scope))).toBeNull()
    const store = createVectorStore(db.now.database, nearby, scope, MODEL)
    const results: (number | undefined)[] = []
    for (let place = 0; place < 3; place++) {
      await store.add(many('two', 1, place))
      results.push((await nearby.nearest(asked(scope)))?.length)
    }
    expect(results).toEqual([undefined, undefined, 10])
  })

  test('holds the later vector of a chunk, and none that is too long', async () => {
    const scope = await documents(db.now, ['one'])
    const nearby = made()
    const store = createVectorStore(db.now.database, nearby, scope, MODEL)
    await store.add(many('one', 30))
    await store.add([{ documentId: 'one', chunkIndex: 3, text: 'later', embedding: vectorOf(7_777) }])
    const [best] = (await nearby.nearest(asked(scope))) ?? []
    expect(best?.score).toBeCloseTo(1, 5)
    const long = { model: 'long', dimensions: 2_001 }
    const longStore = createVectorStore(db.now.database, nearby, scope, long)
    const embedding = Float32Array.from({ length: 2_001 }, (_, at) => at)
    await longStore.add([{ documentId: 'one', chunkIndex: 99, text: 'long', embedding }])
    expect(await longStore.search(embedding, { topK: 1 })).toMatchObject([{ chunk: { text: 'long' } }])
  })
})

describe('a Postgres without pgvector', () => {
  const db = useDatabase('postgres')

  test('is left as it is', async () => {
    const nearby = createNearbyVectors(db.now.database, { few: 0 })
    await nearby.prepare(16)
    expect(
      await nearby.nearest({ scope: scopeOf('x'), model: 'm', vector: vectorOf(1), limit: 0 }),
    ).toBeNull()
    expect(await indexesOf(db.now.database)).toEqual([])
  })
})

async function indexesOf({ read }: Database): Promise<string[]> {
  const rows = await read(
    (db) => db.$queryRaw<{ name: string }[]>`
      SELECT CAST(indexname AS TEXT) AS name FROM pg_indexes WHERE tablename = 'ExchangeVector'`,
  )
  return rows.map(({ name }) => name)
}
