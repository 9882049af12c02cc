import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { holding, quoted } from './holding-terms.ts'
import { readByTerms } from './read-by-terms.ts'
import { mayBeSeen } from './visible-exchanges.ts'

/** How far is counted: a term of which so many were counted may be held by many more. */
export const COUNTED = 1_500

/** How many chunks that may be seen hold each term, none counted further than `most`. */
export async function countHolding(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
  most = COUNTED,
): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map()
  const isSqlite = database.dialect === 'sqlite'
  const looked = JSON.stringify(terms.map((term) => (isSqlite ? quoted(term) : term)))
  const each = isSqlite
    ? Prisma.sql`(SELECT key AS place, value AS term FROM json_each(${looked})) t`
    : Prisma.sql`(
        SELECT place - 1 AS place, term
        FROM json_array_elements_text(CAST(${looked} AS json)) WITH ORDINALITY l (term, place)) t`
  const { from, condition } = holding(
    database.dialect,
    isSqlite ? Prisma.sql`t.term` : Prisma.sql`ARRAY[t.term]`,
  )
  const rows = await readByTerms<{ place: number; holders: number }>(
    database,
    Prisma.sql`
    SELECT CAST(t.place AS INTEGER) AS place, (
      SELECT CAST(COUNT(*) AS INTEGER)
      FROM (SELECT 1 AS one FROM ${from} WHERE ${condition} AND ${mayBeSeen(scope)} LIMIT ${most}) h
    ) AS holders
    FROM ${each}`,
  )
  return new Map(rows.map(({ place, holders }) => [terms[place] ?? '', holders]))
}
