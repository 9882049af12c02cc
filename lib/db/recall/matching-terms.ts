import type { Chunk } from '../../memory/recall-ports.ts'
import type { RecallScope, TermFigures } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { CHUNK_COLUMNS, type ChunkColumns, toChunk } from './chunk-rows.ts'
import { holdingAny, shortened, TERMS_HELD } from './holding-terms.ts'
import { readByTerms } from './read-by-terms.ts'
import { COUNTED, countHolding } from './term-figures.ts'
import { amongThese, mayBeSeen } from './visible-exchanges.ts'

type Options = { limit: number; among?: readonly string[]; holding?: TermFigures['holding'] }
export type Match = { chunk: Chunk; terms: string }
type Row = ChunkColumns & { terms: string }

/** See `TermStore.matching`. */
export async function matchingTerms(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  options: Options,
): Promise<Match[]> {
  const asked = [...new Set(terms.map(shortened))]
  if (asked.length === 0 || options.among?.length === 0) return []
  const rows = await (database.dialect === 'sqlite' ? inSqlite : inPostgres)(database, scope, asked, options)
  return rows.map(({ terms: held, ...row }) => ({ chunk: toChunk(row), terms: held }))
}

/** In the order of SQLite's own ranking, which knows how rare each term is. */
function inSqlite(database: Database, scope: RecallScope, terms: string[], options: Options) {
  const { from, condition } = holdingAny(database.dialect, terms)
  return readByTerms<Row>(
    database,
    Prisma.sql`
    SELECT ${CHUNK_COLUMNS}, c.terms FROM ${from}
    WHERE ${condition} AND ${mayBeSeen(scope)} ${amongThese(database.dialect, options.among)}
    ORDER BY f.rank, c.key LIMIT ${options.limit}`,
  )
}

/**
 * Postgres ranks without knowing how rare a term is, and by going through all that hold any. So those that hold the
 * rarest terms are looked up and ranked, and where they are not enough, filled up with some that hold the next.
 */
async function inPostgres(database: Database, scope: RecallScope, terms: string[], options: Options) {
  const told = options.holding
  const holding = told
    ? new Map([...told].map(([term, holders]) => [shortened(term), holders] as const))
    : await countHolding(database, scope, terms)
  const rarity = [...holding].filter(([, holders]) => holders > 0).toSorted(([, a], [, b]) => a - b)
  const rare = rarest(rarity, RANKED * options.limit)
  const found = await ranked(database, scope, rare, new Map(rarity), options)
  for (const [term] of rarity.slice(rare.length)) {
    if (found.length >= options.limit) break
    found.push(...(await some(database, scope, term, found, options)))
  }
  return found
}

/** How many times as many as are asked for are ranked at most. */
const RANKED = 4

/** As many of the rarest as lead to no more than `most` chunks together. */
function rarest(byRarity: readonly [string, number][], most: number): string[] {
  let sum = 0
  const end = byRarity.findIndex(([, holders]) => {
    sum += holders
    return sum > most
  })
  return byRarity.slice(0, end < 0 ? undefined : end).map(([term]) => term)
}

/** Some that hold a term, beside those that were found. */
async function some(
  database: Database,
  scope: RecallScope,
  term: string,
  found: readonly Row[],
  { limit, among }: Options,
): Promise<Row[]> {
  const { from, condition } = holdingAny(database.dialect, [term])
  const rows = await readByTerms<Row>(
    database,
    Prisma.sql`
      SELECT ${CHUNK_COLUMNS}, c.terms FROM ${from}
      WHERE ${condition} AND ${mayBeSeen(scope)} ${amongThese(database.dialect, among)} LIMIT ${limit}`,
  )
  const known = new Set(found.map(keyOf))
  return rows.filter((row) => !known.has(keyOf(row))).slice(0, limit - found.length)
}

const keyOf = ({ exchangeId, index }: ChunkColumns) => `${index} ${exchangeId}`

/** Those that hold any of `looked`, in the order of how much what they hold of all terms says. */
async function ranked(
  database: Database,
  scope: RecallScope,
  looked: string[],
  rarity: ReadonlyMap<string, number>,
  { limit, among }: Options,
): Promise<Row[]> {
  if (looked.length === 0) return []
  const { from, condition } = holdingAny(database.dialect, looked)
  const weights = [...rarity].map(
    ([term, holders]) =>
      Prisma.sql`CASE WHEN h.held @> CAST(${[term]} AS TEXT[]) THEN CAST(${Math.log(1 + COUNTED / holders)} AS REAL) ELSE 0 END`,
  )
  return readByTerms<Row>(
    database,
    Prisma.sql`
    SELECT h."exchangeId", h."index", h.text, h.terms FROM (
      SELECT ${CHUNK_COLUMNS}, c.terms, c.key, ${TERMS_HELD} AS held FROM ${from}
      WHERE ${condition} AND ${mayBeSeen(scope)} ${amongThese(database.dialect, among)} OFFSET 0
    ) h ORDER BY ${Prisma.join(weights, ' + ')} DESC, h.key LIMIT ${limit}`,
  )
}
