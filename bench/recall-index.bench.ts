import { join } from 'node:path'
import { startApp } from '../e2e/support/app-server.ts'
import { createEmbedExchanges } from '../lib/chat/embed-exchanges.ts'
import { createIndexExchanges } from '../lib/chat/index-exchanges.ts'
import { openDatabase } from '../lib/db/client.ts'
import { createRepositories } from '../lib/db/repositories.ts'
import { startOwnPostgres } from '../lib/db/testing/postgres-server.ts'
import { createTestDatabase } from '../lib/db/testing/test-database.ts'
import { toEmbed } from '../lib/recall/chunks.ts'
import { indexedTexts } from '../lib/recall/indexed-texts.ts'
import { createMinilmEmbedder } from '../lib/recall/minilm/minilm-embedder.ts'
import { createTokenCounter } from '../lib/tokens/token-counter.ts'
import { type Exchange, readDataset } from '../scripts/memory/dataset.ts'
import { median } from './measure.ts'
import { longestHold } from './recall/longest-hold.ts'
import { OWNER, storeSaid } from './recall/stored-people.ts'
import type { Result } from './result.ts'
import { usageOf } from './stream/process-usage.ts'
import { milliseconds, number } from './table.ts'

const STARTS = 5
const clock = { now: () => new Date() }

/** How fast what was said is indexed, and what recall takes of a start. */
export default async function recallIndex(): Promise<Result[]> {
  const { exchanges } = await readDataset(join(import.meta.dirname, 'memorybank'))
  const embedder = createMinilmEmbedder()
  const postgres = await startOwnPostgres(process.env)
  try {
    return [
      ...(await loaded(embedder)),
      ...(await indexed('sqlite', postgres.url, exchanges, embedder)),
      ...(await indexed('postgres', postgres.url, exchanges, embedder)),
      ...(await started()),
    ]
  } finally {
    await postgres.stop()
    await embedder.close()
  }
}

type Minilm = ReturnType<typeof createMinilmEmbedder>

const told = (work: string, ...medians: string[]): Result => ({
  ...{ row: 'recall', work, medians },
  ...{ ratio: null, floor: null, aim: null },
})

/** It loads with the first text that it is given. */
async function loaded(embedder: Minilm): Promise<Result[]> {
  const before = process.memoryUsage().rss
  const times: number[] = []
  for (let round = 0; round < 21; round++) {
    const start = performance.now()
    await embedder.embed([`What is number ${round} of the things that I told you?`])
    times.push(performance.now() - start)
  }
  const [first = Number.NaN, ...next] = times
  const memory = `${number((process.memoryUsage().rss - before) / 1_000_000)} MB`
  return [
    told(
      'the local embedder: first question, the next',
      milliseconds(first),
      milliseconds(median(next)),
      memory,
    ),
  ]
}

async function indexed(
  dialect: 'sqlite' | 'postgres',
  postgresUrl: string,
  exchanges: readonly Exchange[],
  embedder: Minilm,
): Promise<Result[]> {
  const made = await createTestDatabase(dialect, postgresUrl)
  const database = await openDatabase(made.url)
  const tokens = createTokenCounter()
  const { exchangeQueue, settings } = createRepositories(database, { tokens })
  const job = { owner: OWNER, payload: { missing: false } }
  const { signal } = new AbortController()
  const jobs = {
    texts: createIndexExchanges({ exchangeQueue, settings, textsOf: indexedTexts, clock }),
    vectors: createEmbedExchanges({ exchangeQueue, embedder, toEmbed }),
  }
  try {
    // Prisma compiles the first query of each kind, some 20 ms for two of them, once in the life of a process.
    await storeSaid(
      database,
      exchanges.filter(({ person }) => person === exchanges[0]?.person),
    )
    for (const { run } of Object.values(jobs)) await run(job, signal)
    const rest = exchanges.filter(({ person }) => person !== exchanges[0]?.person)
    await storeSaid(database, rest)
    const results: Result[] = []
    for (const [what, { run }] of Object.entries(jobs)) {
      const start = performance.now()
      const { held, worked } = await longestHold(() => run(job, signal))
      const rate = `${number(rest.length / ((performance.now() - start) / 1_000))} exchanges a second`
      results.push({
        ...told(`${dialect}: ${what} of ${rest.length} exchanges`, rate, `worked ${milliseconds(worked)}`),
        ...{ ratio: held, floor: { atMost: 20 } },
      })
    }
    return results
  } finally {
    await tokens.close()
    await database.close()
    await made.remove()
  }
}

/** The production server on an empty SQLite file, until it answers. */
async function started(): Promise<Result[]> {
  const kinds = { 'without recall': { RECALL: '0' }, 'with recall': { RECALL: '1' } }
  const seen = new Map(Object.keys(kinds).map((kind) => [kind, { ms: [] as number[], mb: [] as number[] }]))
  for (let round = 0; round < STARTS; round++)
    for (const [kind, env] of Object.entries(kinds)) {
      const made = await createTestDatabase('sqlite', '')
      const start = performance.now()
      const app = await startApp({ DATABASE_URL: made.url, ...env })
      seen.get(kind)?.ms.push(performance.now() - start)
      seen.get(kind)?.mb.push((usageOf(app.pid)?.peakBytes ?? Number.NaN) / 1_000_000)
      await app.stop()
      await made.remove()
    }
  return [...seen].map(([kind, { ms, mb }]) =>
    told(`a start ${kind}`, milliseconds(median(ms)), `${number(median(mb))} MB`),
  )
}
