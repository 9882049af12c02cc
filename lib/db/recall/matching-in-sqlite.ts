import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { CHUNK_COLUMNS } from './chunk-rows.ts'
import { anyOf, holding, termsFor } from './holding-terms.ts'
import type { Looked, MatchRow } from './matching-terms.ts'
import { rarest } from './rarest-terms.ts'
import { mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** Chunks that are ranked at most, where more than one term is left: some 25 ms. */
const RANKED = 20_000

/** Of the ranked, for each that is wanted: some may turn out to be hidden. */
const LOOKED_AT = 2

/**
 * By SQLite's own ranking, which knows how rare each term is. Whether they may be seen is asked of the first alone, as
 * it takes longer than to rank them; and of all before, where that left too few.
 */
export async function matchingInSqlite(
  { readAside }: Database,
  scope: RecallScope,
  { terms, byRarity, limit }: Looked,
): Promise<MatchRow[]> {
  const few = rarest(byRarity, RANKED)
  const looked = few.length > 0 ? few : byRarity.slice(0, 1)
  const any = anyOf(
    'sqlite',
    looked.map(([term]) => term),
  )
  const most = LOOKED_AT * limit
  if (looked.reduce((sum, [, holders]) => sum + holders, 0) > most) {
    const first = await readAside<MatchRow>(Prisma.sql`
      SELECT ${CHUNK_COLUMNS}, ${termsFor('sqlite', terms)} FROM (
          SELECT rowid, rank FROM "ExchangeText" WHERE "ExchangeText" MATCH ${any} ORDER BY rank LIMIT ${most}
        ) f
        CROSS JOIN "ExchangeChunk" c ON c.key = f.rowid
        CROSS JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}
      WHERE ${mayBeSeen(scope)} ORDER BY f.rank, c.key LIMIT ${limit}`)
    if (first.length === limit) return first
  }
  const { from, condition } = holding('sqlite', any)
  return readAside<MatchRow>(Prisma.sql`
    SELECT ${CHUNK_COLUMNS}, ${termsFor('sqlite', terms)} FROM ${from}
    WHERE ${condition} AND ${mayBeSeen(scope)} ORDER BY f.rank, c.key LIMIT ${limit}`)
}
