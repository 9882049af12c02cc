import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Database, openDatabase } from '../lib/db/client.ts'
import { COPIED, createNearbyVectors } from '../lib/db/recall/nearby-vectors.ts'
import { createRecallIndex } from '../lib/db/recall/recall-index.ts'
import { createPgliteDatabase } from '../lib/db/testing/pglite-database.ts'
import { startOwnPostgres } from '../lib/db/testing/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '../lib/db/testing/test-database.ts'
import { storedTexts } from '../lib/recall/stored-texts.ts'
import { createRandom } from './random.ts'
import { MODEL, scopeOf, storeExchanges, vectorOf, words } from './recall/stored-exchanges.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'

const SIZES = [1_000, 10_000, 100_000]
/** The extension in WebAssembly takes minutes to make an index of more. */
const NEARBY_SIZES = [1_000, 10_000]
const ROUNDS = 20
const WARM_UPS = 3
const TOP = 200

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
    for (const [what, search] of Object.entries(searches(database, size))) {
      const { p50, p99, held } = await timed(search)
      results.push({
        row: 'recall',
        work: `${name}, ${number(size)} exchanges: ${what}`,
        medians: [`p50 ${milliseconds(p50)}`, `p99 ${milliseconds(p99)}`, `held ${milliseconds(held)}`],
        ratio: held,
        floor: { atMost: 20 },
        aim: null,
      })
    }
    const grown = (process.memoryUsage().rss - before) / 1_000_000
    results.push({
      row: 'recall',
      work: `${name}, ${number(size)} exchanges: memory`,
      medians: [`${number(grown)} MB more`],
      ratio: null,
      floor: null,
      aim: null,
    })
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

function searches(database: Database, size: number): Record<string, () => Promise<unknown>> {
  const { vectors, terms, places } = createRecallIndex(database)
  const scope = scopeOf('s0')
  const random = createRandom(11)
  const byMeaning = vectors(scope, MODEL)
  const byWords = storedTexts(terms(scope))
  const ids = Array.from({ length: 2 * TOP }, (_, place) => `q${Math.floor((place * size) / (2 * TOP))}`)
  return {
    'by meaning': () => byMeaning.search(vectorOf(random), { topK: TOP }),
    'by words': () => byWords.search(words(random, 12).join(' '), { topK: TOP }),
    'by meaning, among some': () => byMeaning.search(vectorOf(random), { topK: 2 * TOP, among: ids }),
    'by words, among some': () => byWords.search(words(random, 12).join(' '), { topK: 2 * TOP, among: ids }),
    places: () => places(scope, ids),
  }
}

async function timed(search: () => Promise<unknown>): Promise<{ p50: number; p99: number; held: number }> {
  const times: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    if (round === 0) delay.enable()
    const start = performance.now()
    await search()
    if (round >= 0) times.push(performance.now() - start)
  }
  delay.disable()
  const at = (share: number) =>
    times.sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), held: delay.max / 1e6 }
}
