import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { COUNTED, countHolding } from './count-holding.ts'
import { sampleOf } from './term-sample.ts'
import { reachable } from './visible-exchanges.ts'

/** What fewer of the sample hold is counted: its share would say little. */
const TOLD_BY = 10

/** Of fewer chunks all is known; of more by so many of the newest. */
export const SAMPLED = 1_000

/** See `TermStore.figures`. Exact where fewer chunks are there than would be sampled. */
export async function figuresOf(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  { sampled = SAMPLED, most = COUNTED } = {},
): ReturnType<TermStore['figures']> {
  const { chunks, oldest, length, holding } = await sampleOf(database, scope, terms, sampled)
  const meanLength = chunks > 0 ? length / chunks : 0
  if (chunks < sampled || oldest === null) return { size: chunks, meanLength, holding }
  const size = Math.round(chunks * (await timesAsMany(database, scope, oldest)))
  const seldom = terms.filter((term) => (holding.get(term) ?? 0) < TOLD_BY)
  const counted = await countHolding(database, scope, seldom, most)
  const holders = (term: string) => {
    const estimated = Math.round(((holding.get(term) ?? 0) / chunks) * size)
    const found = counted.get(term)
    return found !== undefined && found < most ? found : Math.max(estimated, found ?? 0)
  }
  return {
    size,
    meanLength,
    holding: new Map(terms.map((term) => [term, holders(term)])),
  }
}

/**
 * How many times as many exchanges there are as were said since the oldest of the sample. By an index alone: of the older
 * ones as large a share is taken for hidden as of those.
 */
async function timesAsMany({ readAside }: Database, scope: RecallScope, oldest: string): Promise<number> {
  const [counted] = await readAside<{ all: number; since: number | null }>(Prisma.sql`
    SELECT CAST(COUNT(*) AS INTEGER) AS "all", CAST(SUM(CASE WHEN e."saidAt" >= o."saidAt" THEN 1 ELSE 0 END) AS INTEGER) AS since
    FROM "Exchange" o, "Exchange" e WHERE o.id = ${oldest} AND ${reachable(scope)}`)
  // It may have been forgotten since.
  return counted?.since ? counted.all / counted.since : 1
}
