import type { Chunk } from '../../memory/recall-ports.ts'
import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { CHUNK_COLUMNS, type ChunkColumns, toChunk } from './chunk-rows.ts'
import { anyInPostgres, holdingAny } from './holding-terms.ts'
import { COUNTED, countHolding } from './term-figures.ts'
import { amongThese, mayBeSeen } from './visible-exchanges.ts'

type Options = { limit: number; among?: readonly string[] }
export type Match = { chunk: Chunk; terms: string }
type Row = ChunkColumns & { terms: string }

/** See `TermStore.matching`. */
export async function matchingTerms(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  options: Options,
): Promise<Match[]> {
  const asked = [...new Set(terms)]
  if (asked.length === 0 || options.among?.length === 0) return []
  const rows = await (database.dialect === 'sqlite' ? inSqlite : inPostgres)(database, scope, asked, options)
  return rows.map(({ terms: held, ...row }) => ({ chunk: toChunk(row), terms: held }))
}

/** In the order of SQLite's own ranking, which knows how rare each term is. */
function inSqlite({ dialect, readAside }: Database, scope: RecallScope, terms: string[], options: Options) {
  const { from, condition } = holdingAny(dialect, terms)
  return readAside<Row>(Prisma.sql`
    SELECT ${CHUNK_COLUMNS}, c.terms FROM ${from}
    WHERE ${condition} AND ${mayBeSeen(scope)} ${amongThese(dialect, options.among)}
    ORDER BY f.rank, c.key LIMIT ${options.limit}`)
}

/**
 * Postgres ranks without knowing how rare a term is, and by going through all that hold any. So the rarest terms that
 * together lead to enough are looked up first, and the others only where those did not.
 */
async function inPostgres(database: Database, scope: RecallScope, terms: string[], options: Options) {
  const holding = await countHolding(database, scope, terms)
  const rarity = new Map([...holding].filter(([, holders]) => holders > 0).toSorted(([, a], [, b]) => a - b))
  const rarest = enough([...rarity], ENOUGH * options.limit)
  const found = await ofTerms(database, scope, rarest, rarity, options)
  if (found.length >= options.limit || rarest.length === rarity.size) return found
  return ofTerms(database, scope, [...rarity.keys()], rarity, options)
}

/** How many times as many as are asked for are ranked: many hold several terms, and some are not among the right ones. */
const ENOUGH = 4

function enough(byRarity: readonly [string, number][], wanted: number): string[] {
  let sum = 0
  const from = byRarity.findIndex(([, holders]) => {
    sum += holders
    return sum >= wanted
  })
  return byRarity.slice(0, from < 0 ? undefined : from + 1).map(([term]) => term)
}

/** Those that hold any of `looked`, in the order of how much what they hold of all terms says. */
async function ofTerms(
  { dialect, readAside }: Database,
  scope: RecallScope,
  looked: string[],
  rarity: ReadonlyMap<string, number>,
  { limit, among }: Options,
): Promise<Row[]> {
  if (looked.length === 0) return []
  const { from, condition } = holdingAny(dialect, looked)
  const weights = [...rarity].map(
    ([term, holders]) =>
      Prisma.sql`CASE WHEN h.held @@ ${anyInPostgres([term])} THEN CAST(${Math.log(1 + COUNTED / holders)} AS REAL) ELSE 0 END`,
  )
  return readAside<Row>(Prisma.sql`
    SELECT h."exchangeId", h."index", h.text, h.terms FROM (
      SELECT ${CHUNK_COLUMNS}, c.terms, c.key, to_tsvector('simple', c.terms) AS held FROM ${from}
      WHERE ${condition} AND ${mayBeSeen(scope)} ${amongThese(dialect, among)} OFFSET 0
    ) h ORDER BY ${Prisma.join(weights, ' + ')} DESC, h.key LIMIT ${limit}`)
}
