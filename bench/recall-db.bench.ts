import { type Database, openDatabase } from '../lib/db/client.ts'
import { exactlyNearest } from '../lib/db/recall/exact-vectors.ts'
import { COPIED, createNearbyVectors } from '../lib/db/recall/nearby-vectors.ts'
import { createRecallIndex } from '../lib/db/recall/recall-index.ts'
import { createPgliteDatabase } from '../lib/db/testing/pglite-database.ts'
import { startOwnPostgres } from '../lib/db/testing/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '../lib/db/testing/test-database.ts'
import { createRecall } from '../lib/recall/recall.ts'
import { storedTexts } from '../lib/recall/stored-texts.ts'
import { median } from './measure.ts'
import { createRandom } from './random.ts'
import { longestHold } from './recall/longest-hold.ts'
import { MODEL, scopeOf, storeExchanges, vectorOf, words } from './recall/stored-exchanges.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'

const SIZES = [1_000, 10_000, 100_000]
/**
 * The extension runs as WebAssembly in this very process, so how long the event loop is held says nothing, and it takes
 * minutes to make an index of more.
 */
const NEARBY_SIZES = [1_000, 10_000]
const roundsOf = (size: number) => (size > 10_000 ? 12 : 30)
const WARM_UPS = 2
/** What a turn asks each of the two searches for. */
const BREADTH = 60
const SCOPE = scopeOf('s0')

/** A search through what is stored: what a turn waits for, how long it holds the event loop, and what it keeps in memory. */
export default async function recallFromDatabase(): Promise<Result[]> {
  const postgres = await startOwnPostgres(process.env)
  try {
    const kinds: [string, number[], () => Promise<TestDatabase>][] = [
      ['SQLite', SIZES, () => createTestDatabase('sqlite', '')],
      ['Postgres', SIZES, () => createTestDatabase('postgres', postgres.url)],
      ['pgvector', NEARBY_SIZES, createPgliteDatabase],
    ]
    const results: Result[] = []
    for (const [name, sizes, make] of kinds) {
      for (const size of sizes) results.push(...(await searched(name, size, make)))
    }
    return results
  } finally {
    await postgres.stop()
  }
}

async function searched(name: string, size: number, make: () => Promise<TestDatabase>): Promise<Result[]> {
  const made = await make()
  const database = await openDatabase(made.url)
  try {
    await storeExchanges(database, size)
    await readied(database, size)
    const before = process.memoryUsage().rss
    const results: Result[] = []
    for (const [what, search] of Object.entries(searches(database, name))) {
      const work = `${name}, ${number(size)} exchanges: ${what}`
      results.push({
        row: 'recall',
        work,
        ...(await timed(search, roundsOf(size))),
        floor: name === 'pgvector' ? null : { atMost: 20 },
        aim: null,
      })
    }
    const grown = (process.memoryUsage().rss - before) / 1_000_000
    const work = `${name}, ${number(size)} exchanges: memory`
    const medians = [`${number(grown)} MB more`]
    results.push({ row: 'recall', work, medians, ratio: null, floor: null, aim: null })
    return results
  } finally {
    await database.close()
    await made.remove()
  }
}

/** Fresh figures for the planner, and all vectors in the index where there is one: it takes in some at a time. */
async function readied(database: Database, size: number): Promise<void> {
  if (database.dialect === 'sqlite') return
  await database.read((db) => db.$executeRawUnsafe('ANALYZE'))
  const nearby = createNearbyVectors(database)
  for (let taken = 0; taken <= size; taken += COPIED) await nearby.prepare(MODEL.dimensions)
}

/** With vectors that are there at once: what an embedding model takes is another's to measure. */
function searches(database: Database, name: string): Record<string, () => Promise<unknown>> {
  const index = createRecallIndex(database)
  const random = createRandom(11)
  const embedder = {
    model: MODEL.model,
    embed: async (texts: readonly string[]) => texts.map(() => vectorOf(random)),
  }
  const gate = { alone: 0, withWords: 0, each: 0 }
  const recall = createRecall({ index, embedder, gate, textsOf: storedTexts, withinMs: 1_000 })
  const turn = (length: number) => () =>
    recall.ask(words(random, length).join(' ')).search(SCOPE, { minScore: null })
  const vectors = index.vectors(SCOPE, MODEL)
  const texts = storedTexts(index.terms(SCOPE))
  const exact = () =>
    exactlyNearest(database, {
      scope: SCOPE,
      model: MODEL.model,
      vector: vectorOf(random),
      limit: BREADTH,
    })
  return {
    'a turn': turn(12),
    'a turn with a long message': turn(1_000),
    'of it by meaning': () => vectors.search(vectorOf(random), { topK: BREADTH }),
    ...(name === 'pgvector' ? { 'by meaning, compared with all': exact } : {}),
    'of it by words': () => texts.search(words(random, 12).join(' '), { topK: BREADTH }),
  }
}

/** The ratio is how long it holds the event loop, in milliseconds. */
async function timed(
  search: () => Promise<unknown>,
  rounds: number,
): Promise<Pick<Result, 'medians' | 'ratio'>> {
  for (let round = 0; round < WARM_UPS; round++) await search()
  // What was left of storing a hundred thousand exchanges is not the search's.
  globalThis.gc?.()
  const times: number[] = []
  const { held, worked } = await longestHold(async () => {
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      await search()
      times.push(performance.now() - start)
    }
  })
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(0.99 * rounds)] ?? Number.NaN
  return {
    medians: [
      `p50 ${milliseconds(median(times))}`,
      `p99 ${milliseconds(p99)}`,
      `worked ${milliseconds(worked)}`,
    ],
    ratio: held,
  }
}
