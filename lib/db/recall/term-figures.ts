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
  const { chunks, exchanges, oldest, length, holding } = await sampleOf(database, scope, terms, sampled)
  const meanLength = chunks > 0 ? length / chunks : 0
  if (chunks < sampled || oldest === null) return { size: chunks, meanLength, holding }
  const { all, newer } = await countReachable(database, scope, oldest)
  const size = Math.round((chunks * all) / Math.max(exchanges, newer))
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
 * How many exchanges an index leads to, and how many of them were said after the oldest of the sample: of these as large a
 * share is hidden as of all. Fewer than are sampled are newer where many were said at the same instant.
 */
async function countReachable(
  { readAside }: Database,
  scope: RecallScope,
  oldest: string,
): Promise<{ all: number; newer: number }> {
  const [counted] = await readAside<{ all: number; newer: number | null }>(Prisma.sql`
    SELECT CAST(COUNT(*) AS INTEGER) AS "all",
      CAST(SUM(CASE WHEN e."saidAt" > o."saidAt" THEN 1 ELSE 0 END) AS INTEGER) AS newer
    FROM "Exchange" e LEFT JOIN "Exchange" o ON o.id = ${oldest} WHERE ${reachable(scope)}`)
  if (!counted) throw new Error('An aggregate gave no row.')
  return { all: counted.all, newer: counted.newer ?? 0 }
}
