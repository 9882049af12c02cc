import type { Database, Writer } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import type { AskedVector } from './exact-vectors.ts'
import { BYTES, unpacked } from './packed-vector.ts'
import type { Nearest } from './scan-thread.ts'
import { makeVectorIndex, makeVectorTable } from './vector-table.ts'
import { mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

/**
 * The vectors once more, in a table of the extension pgvector with an index that leads to the nearest without comparing
 * all. Where the extension is not there, or may not be made, it does nothing.
 */
export type NearbyVectors = {
  /** Makes ready for vectors of so many numbers. Takes in some of those that were stored when it was not there. */
  prepare(dimensions: number): Promise<void>
  /** In the transaction that stores them as bytes. */
  store(tx: Writer, keys: readonly number[], vectors: readonly Float32Array[]): Promise<void>
  /** null: they have to be compared with all. */
  nearest(asked: AskedVector): Promise<Nearest[] | null>
}

/** What the index takes. */
const MOST_DIMENSIONS = 2_000
/** Chunks that are compared with all sooner than looked up: an index that leads to others first may miss these. */
const FEW = 2_000
/** Those that are taken in at a time. */
export const COPIED = 200
/** What the index may look at further than it was asked to. More is not worth it: all are compared then. */
const MOST_SCANNED = 20_000
/** How many candidates the index keeps in mind: the most that it can. */
const MOST_KEPT = 1_000

export function createNearbyVectors(database: Database, { few = FEW } = {}): NearbyVectors {
  let usable: Promise<boolean> | undefined
  const indexed = new Set<number>()
  const complete = new Set<number>()

  const isUsable = () => {
    usable ??= makeVectorTable(database).catch((error) => {
      usable = undefined
      throw error
    })
    return usable
  }
  /** The extension may have been installed since. */
  const isUsableByNow = async () => {
    if (!(await isUsable())) usable = undefined
    return isUsable()
  }
  const takes = async (dimensions: number) => dimensions <= MOST_DIMENSIONS && (await isUsable())

  const isComplete = async (dimensions: number) => {
    if (!complete.has(dimensions) && (await missing(database, dimensions, 1)).length === 0)
      complete.add(dimensions)
    return complete.has(dimensions)
  }

  async function store(tx: Writer, keys: readonly number[], vectors: readonly Float32Array[]): Promise<void> {
    const [dimensions] = vectors.map(({ length }) => length)
    if (dimensions === undefined || !(await takes(dimensions))) return
    const rows = vectors.map((vector, place) => ({
      key: keys[place],
      dimension: vector.length,
      embedding: asText(vector),
    }))
    await tx.$executeRaw`
      INSERT INTO "ExchangeVector" (key, dimension, embedding)
      SELECT (r ->> 'key')::int, (r ->> 'dimension')::int, (r ->> 'embedding')::vector
      FROM json_array_elements(CAST(${JSON.stringify(rows)} AS json)) r
      ON CONFLICT (key) DO UPDATE SET dimension = excluded.dimension, embedding = excluded.embedding`
  }

  return {
    store,

    async prepare(dimensions) {
      if (!(await isUsableByNow()) || !(await takes(dimensions))) return
      if (!indexed.has(dimensions)) await makeVectorIndex(database, dimensions)
      indexed.add(dimensions)
      if (complete.has(dimensions)) return
      const rows = await missing(database, dimensions, COPIED)
      const vectors = rows.map(({ vector }) => unpacked(vector))
      await database.write(async (tx) => {
        const held = await lockChunks(tx, rows)
        const there = rows.map(({ key }) => held.has(key))
        await store(
          tx,
          rows.filter((_, place) => there[place]).map(({ key }) => key),
          vectors.filter((_, place) => there[place]),
        )
      })
      if (rows.length < COPIED) complete.add(dimensions)
    },

    async nearest(asked) {
      const { scope, vector, among, limit } = asked
      const isNarrow = among !== undefined || scope.from === 'session' || scope.said !== undefined
      if (isNarrow || limit > MOST_KEPT) return null
      if (!(await takes(vector.length)) || !(await isComplete(vector.length))) return null
      if ((await countUpTo(database, asked, few)) < few) return null
      const found = await lookUp(database, asked)
      return found.length < limit ? null : found
    },
  }
}

type Missing = { key: number; vector: Uint8Array }

/** Some of those that are stored as bytes alone. */
const missing = ({ read }: Database, dimensions: number, limit: number): Promise<Missing[]> =>
  read(
    (db) => db.$queryRaw<Missing[]>`
      SELECT c.key, c.vector FROM "ExchangeChunk" c
      WHERE length(c.vector) = ${dimensions * BYTES}
        AND NOT EXISTS (SELECT 1 FROM "ExchangeVector" v WHERE v.key = c.key)
      LIMIT ${limit}`,
  )

/** Those of the chunks that still have this vector, which nobody changes or deletes before the transaction ends. */
async function lockChunks(tx: Writer, rows: readonly Missing[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const keys = Prisma.raw(rows.map(({ key }) => Math.trunc(key)).join(', '))
  const found = await tx.$queryRaw<Missing[]>`
    SELECT key, vector FROM "ExchangeChunk" WHERE key IN (${keys}) ORDER BY key FOR UPDATE`
  const now = new Map(found.map(({ key, vector }) => [key, vector]))
  return new Set(
    rows
      .filter(({ key, vector }) => Buffer.compare(vector, now.get(key) ?? new Uint8Array()) === 0)
      .map(({ key }) => key),
  )
}

async function countUpTo({ read }: Database, { scope, model }: AskedVector, most: number): Promise<number> {
  const [found] = await read(
    (db) => db.$queryRaw<{ count: number }[]>`
      SELECT CAST(COUNT(*) AS INTEGER) AS count FROM (
        SELECT 1 FROM "Exchange" e ${WITH_ITS_PLACE} JOIN "ExchangeChunk" c ON c."exchangeId" = e.id
        WHERE c.model = ${model} AND ${mayBeSeen(scope)} LIMIT ${most}
      ) f`,
  )
  return found?.count ?? 0
}

/** By the index, which goes on until enough of what it leads to may be seen. */
async function lookUp({ write }: Database, { scope, model, vector, limit }: AskedVector): Promise<Nearest[]> {
  const size = Prisma.raw(`${vector.length}`)
  const distance = Prisma.sql`v.embedding::vector(${size}) <=> CAST(${asText(vector)} AS vector(${size}))`
  // A transaction, because the settings hold for one: the connection goes back to the pool.
  const rows = await write(async (tx) => {
    await tx.$queryRaw`
      SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true),
        set_config('hnsw.ef_search', ${String(Math.max(limit, 100))}, true),
        set_config('hnsw.max_scan_tuples', ${String(MOST_SCANNED)}, true)`
    return tx.$queryRaw<Nearest[]>`
      SELECT c.key, 1 - (${distance}) AS score
      FROM "ExchangeVector" v JOIN "ExchangeChunk" c ON c.key = v.key
        JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}
      WHERE v.dimension = ${size} AND c.model = ${model} AND ${mayBeSeen(scope)}
      ORDER BY ${distance} LIMIT ${limit}`
  })
  return rows.toSorted((a, b) => b.score - a.score)
}

const asText = (vector: Float32Array) => JSON.stringify([...vector])
