import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { CHUNK_COLUMNS, type ChunkColumns } from './chunk-rows.ts'
import { COUNTED } from './count-holding.ts'
import { anyOf, holding, TERMS_HELD, termsFor } from './holding-terms.ts'
import type { Looked, MatchRow } from './matching-terms.ts'
import { type Held, rarest } from './rarest-terms.ts'
import { readByTerms } from './read-by-terms.ts'
import { mayBeSeen } from './visible-exchanges.ts'

/** How many times as many as are asked for are ranked at most. */
const RANKED = 7

/**
 * Postgres ranks without knowing how rare a term is, and by going through all that hold any. So those that hold the
 * rarest terms are looked up and ranked, and where they are not enough, filled up with some that hold the next.
 */
export async function matchingInPostgres(
  database: Database,
  scope: RecallScope,
  looked: Looked,
): Promise<MatchRow[]> {
  const { byRarity, limit } = looked
  // One that was counted no further may be held by many more.
  const rare = rarest(byRarity, Math.min(RANKED * limit, COUNTED - 1))
  const found = await ranked(database, scope, rare, looked)
  for (const [term] of byRarity.slice(rare.length)) {
    if (found.length >= limit) break
    found.push(...(await some(database, scope, term, found, looked)))
  }
  return found
}

/** Some that hold a term, beside those that were found. */
async function some(
  database: Database,
  scope: RecallScope,
  term: string,
  found: readonly MatchRow[],
  { terms, limit }: Looked,
): Promise<MatchRow[]> {
  const { from, condition } = holding('postgres', anyOf('postgres', [term]))
  const rows = await readByTerms<MatchRow>(
    database,
    Prisma.sql`
      SELECT ${CHUNK_COLUMNS}, ${termsFor('postgres', terms)} FROM ${from}
      WHERE ${condition} AND ${mayBeSeen(scope)} LIMIT ${limit}`,
  )
  const known = new Set(found.map(keyOf))
  return rows.filter((row) => !known.has(keyOf(row))).slice(0, limit - found.length)
}

const keyOf = ({ exchangeId, index }: ChunkColumns) => `${index} ${exchangeId}`

/** Those that hold any of `by`, in the order of how much what they hold of all terms says. */
async function ranked(
  database: Database,
  scope: RecallScope,
  by: readonly Held[],
  { terms, byRarity, limit }: Looked,
): Promise<MatchRow[]> {
  if (by.length === 0) return []
  const { from, condition } = holding(
    'postgres',
    anyOf(
      'postgres',
      by.map(([term]) => term),
    ),
  )
  const weights = byRarity.map(
    ([term, holders]) =>
      Prisma.sql`CASE WHEN c.held @> CAST(${[term]} AS TEXT[]) THEN CAST(${Math.log(1 + COMMON / holders)} AS REAL) ELSE 0 END`,
  )
  return readByTerms<MatchRow>(
    database,
    Prisma.sql`
    SELECT ${CHUNK_COLUMNS}, ${termsFor('postgres', terms)} FROM (
      SELECT c.*, ${TERMS_HELD} AS held FROM ${from} WHERE ${condition} AND ${mayBeSeen(scope)} OFFSET 0
    ) c ORDER BY ${Prisma.join(weights, ' + ')} DESC, c.key LIMIT ${limit}`,
  )
}

/** What so many hold tells little. */
const COMMON = 10_000
