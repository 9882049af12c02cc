import type { Match, MatchingOptions, RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { CHUNK_COLUMNS, type ChunkColumns, toChunk } from './chunk-rows.ts'
import { countHolding } from './count-holding.ts'
import { anyOf, TERMS_HELD, termsFor } from './holding-terms.ts'
import { matchingInPostgres } from './matching-in-postgres.ts'
import { matchingInSqlite } from './matching-in-sqlite.ts'
import type { Held } from './rarest-terms.ts'
import { exchangesOf, mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

export type MatchRow = ChunkColumns & { terms: string; termCount: number }

/** `terms`: all that are looked for; `byRarity`: by which chunks are looked up, the rarest first. */
export type Looked = { terms: readonly string[]; byRarity: readonly Held[]; limit: number }

/** Terms that chunks are looked up by, the rarest: those of a long message are hundreds. */
const LOOKED_UP_BY = 32

/** See `TermStore.matching`. */
export async function matchingTerms(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  options: MatchingOptions,
): Promise<Match[]> {
  if (terms.length === 0) return []
  const rows =
    'among' in options
      ? await matchingAmong(database, scope, terms, options.among)
      : await matchingRarest(database, scope, terms, options)
  return rows.map(({ terms: held, termCount, ...row }) => ({
    chunk: toChunk(row),
    terms: held,
    length: termCount,
  }))
}

async function matchingRarest(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  { limit, holding }: Extract<MatchingOptions, { limit: number }>,
): Promise<MatchRow[]> {
  const holders = [...(holding ?? (await countHolding(database, scope, terms)))]
  const byRarity = holders
    .flatMap(([term, count]): Held[] => (count > 0 ? [[term, count]] : []))
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, LOOKED_UP_BY)
  if (byRarity.length === 0) return []
  const find = database.dialect === 'sqlite' ? matchingInSqlite : matchingInPostgres
  return find(database, scope, { terms, byRarity, limit })
}

/** From the exchanges to what they hold: they are few. */
async function matchingAmong(
  { dialect, readAside }: Database,
  scope: RecallScope,
  terms: readonly string[],
  among: readonly string[],
): Promise<MatchRow[]> {
  if (among.length === 0) return []
  const any = anyOf(dialect, terms)
  const holds =
    dialect === 'sqlite'
      ? Prisma.sql`c.key IN (SELECT f.rowid FROM "ExchangeText" f WHERE "ExchangeText" MATCH ${any})`
      : Prisma.sql`${TERMS_HELD} && ${any}`
  return readAside<MatchRow>(Prisma.sql`
    SELECT ${CHUNK_COLUMNS}, ${termsFor(dialect, terms)} FROM ${exchangesOf(dialect, among)} ${WITH_ITS_PLACE}
      JOIN "ExchangeChunk" c ON c."exchangeId" = e.id
    WHERE ${mayBeSeen(scope)} AND ${holds}`)
}
