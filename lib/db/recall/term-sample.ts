import { setImmediate } from 'node:timers/promises'
import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { mayBeSeen, reachable, WITH_ITS_PLACE } from './visible-exchanges.ts'

/**
 * Of chunks that may be seen: how many, of how many exchanges, how many terms they have, and how many hold each. `oldest`:
 * the exchange that was said first; null: there are none.
 */
export type TermSample = {
  chunks: number
  exchanges: number
  oldest: string | null
  length: number
  holding: ReadonlyMap<string, number>
}

/** Of the newest, up to `limit`. */
export function sampleOf(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  limit: number,
): Promise<TermSample> {
  const count = database.dialect === 'sqlite' ? countedHere : countedInPostgres
  return count(database, newest(scope, limit), terms)
}

/** Exchanges that wait to be indexed have no chunks, and take no place of those that have. */
const newest = (scope: RecallScope, limit: number) => Prisma.sql`
  SELECT c.key, c."exchangeId", c.terms, c."termCount", n."saidAt" FROM (
    SELECT e.id, e."saidAt" FROM "Exchange" e ${WITH_ITS_PLACE}
    WHERE ${reachable(scope)} AND ${mayBeSeen(scope)}
      AND EXISTS (SELECT 1 FROM "ExchangeChunk" i WHERE i."exchangeId" = e.id)
    ORDER BY e."saidAt" DESC LIMIT ${limit}
  ) n JOIN "ExchangeChunk" c ON c."exchangeId" = n.id ORDER BY n."saidAt" DESC, c.key LIMIT ${limit}`

/** A million characters for each search are more than the event loop can take in without others noticing. */
async function countedInPostgres(
  { readAside }: Database,
  chunks: Prisma.Sql,
  terms: readonly string[],
): Promise<TermSample> {
  const [row] = await readAside<Omit<TermSample, 'holding'> & { holders: [string, number][] }>(Prisma.sql`
    WITH newest AS MATERIALIZED (${chunks})
    SELECT CAST(COUNT(*) AS INTEGER) AS chunks, CAST(COUNT(DISTINCT "exchangeId") AS INTEGER) AS exchanges,
      (SELECT "exchangeId" FROM newest ORDER BY "saidAt", key DESC LIMIT 1) AS oldest,
      CAST(COALESCE(SUM("termCount"), 0) AS INTEGER) AS length,
      (SELECT COALESCE(json_agg(json_build_array(h.term, h.holders)), '[]') FROM (
        SELECT t.term, COUNT(DISTINCT n.key) AS holders FROM newest n, unnest(string_to_array(n.terms, ' ')) t (term)
        WHERE t.term = ANY(CAST(${terms} AS TEXT[])) GROUP BY t.term
      ) h) AS holders
    FROM newest`)
  if (!row) throw new Error('An aggregate gave no row.')
  const { holders, ...sample } = row
  return { ...sample, holding: new Map([...terms.map((term) => [term, 0] as const), ...holders]) }
}

/** Chunks that are looked through before others get their turn: a millisecond. */
const SLICE = 100

/** SQLite cannot take terms apart. */
async function countedHere(
  { readAside }: Database,
  chunks: Prisma.Sql,
  terms: readonly string[],
): Promise<TermSample> {
  const rows = await readAside<{ exchangeId: string; terms: string; termCount: number }>(chunks)
  const holding = new Map(terms.map((term) => [term, 0]))
  let length = 0
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place % SLICE === 0) await setImmediate()
    length += row.termCount
    const held = new Set(row.terms.split(' ').filter((term) => holding.has(term)))
    for (const term of held) holding.set(term, (holding.get(term) ?? 0) + 1)
  }
  const exchanges = new Set(rows.map(({ exchangeId }) => exchangeId)).size
  return { chunks: rows.length, exchanges, oldest: rows.at(-1)?.exchangeId ?? null, length, holding }
}
