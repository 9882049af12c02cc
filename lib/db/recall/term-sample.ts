import { setImmediate } from 'node:timers/promises'
import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { shortened } from './holding-terms.ts'
import { mayBeSeen, reachable, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** Of so many chunks all is known; of more by as many of the newest. */
export const SAMPLED = 1_000

/** The newest chunks that may be seen: of how many exchanges, how many terms they have, and how many hold each. */
export type TermSample = { chunks: number; exchanges: number; length: number; holding: Map<string, number> }

export async function sampleOf(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
): Promise<TermSample> {
  const stored = [...new Set(terms.map(shortened))]
  const count = database.dialect === 'sqlite' ? countedHere : countedInPostgres
  const { holders, ...sample } = await count(database, scope, stored)
  return { ...sample, holding: new Map(terms.map((term) => [term, holders.get(shortened(term)) ?? 0])) }
}

type Counted = Omit<TermSample, 'holding'> & { holders: ReadonlyMap<string, number> }

const newest = (scope: RecallScope) => Prisma.sql`
  SELECT c.key, c."exchangeId", c.terms, c."termCount" FROM (
    SELECT e.id FROM "Exchange" e ${WITH_ITS_PLACE}
    WHERE ${reachable(scope)} AND ${mayBeSeen(scope)} ORDER BY e."saidAt" DESC LIMIT ${SAMPLED}
  ) n JOIN "ExchangeChunk" c ON c."exchangeId" = n.id LIMIT ${SAMPLED}`

/** A million characters for each search are more than the event loop can take in without others noticing. */
async function countedInPostgres(
  { readAside }: Database,
  scope: RecallScope,
  terms: readonly string[],
): Promise<Counted> {
  const [row] = await readAside<Omit<Counted, 'holders'> & { holders: [string, number][] }>(Prisma.sql`
    WITH newest AS MATERIALIZED (${newest(scope)})
    SELECT CAST(COUNT(*) AS INTEGER) AS chunks, CAST(COUNT(DISTINCT "exchangeId") AS INTEGER) AS exchanges,
      CAST(COALESCE(SUM("termCount"), 0) AS INTEGER) AS length,
      (SELECT COALESCE(json_agg(json_build_array(h.term, h.holders)), '[]') FROM (
        SELECT t.term, COUNT(DISTINCT n.key) AS holders FROM newest n, unnest(string_to_array(n.terms, ' ')) t (term)
        WHERE t.term = ANY(CAST(${terms} AS TEXT[])) GROUP BY t.term
      ) h) AS holders
    FROM newest`)
  if (!row) throw new Error('An aggregate gave no row.')
  return { ...row, holders: new Map(row.holders) }
}

/** Chunks that are looked through before others get their turn: a millisecond. */
const SLICE = 100

/** SQLite cannot take terms apart. */
async function countedHere(
  { readAside }: Database,
  scope: RecallScope,
  terms: readonly string[],
): Promise<Counted> {
  const rows = await readAside<{ exchangeId: string; terms: string; termCount: number }>(newest(scope))
  const holders = new Map(terms.map((term) => [term, 0]))
  let length = 0
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place % SLICE === 0) await setImmediate()
    length += row.termCount
    const held = new Set(row.terms.split(' ').filter((term) => holders.has(term)))
    for (const term of held) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  const exchanges = new Set(rows.map(({ exchangeId }) => exchangeId)).size
  return { chunks: rows.length, exchanges, length, holders }
}
