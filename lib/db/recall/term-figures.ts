import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { holdingAny, shortened } from './holding-terms.ts'
import { readByTerms } from './read-by-terms.ts'
import { mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** How far is counted: what more than so many hold says next to nothing, and to count on would take a second. */
export const COUNTED = 10_000

/** How many chunks that may be seen hold each term, none counted further than `COUNTED`. */
export async function countHolding(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map()
  const counts = terms.map((term, place) => {
    const { from, condition } = holdingAny(database.dialect, [shortened(term)])
    return Prisma.sql`
      SELECT ${Prisma.raw(String(place))} AS place, CAST(COUNT(*) AS INTEGER) AS holding
      FROM (SELECT 1 AS one FROM ${from} WHERE ${condition} AND ${mayBeSeen(scope)} LIMIT ${COUNTED}) h`
  })
  const rows: { place: number; holding: number }[] = []
  for (let from = 0; from < counts.length; from += TOGETHER) {
    const some = counts.slice(from, from + TOGETHER)
    rows.push(...(await readByTerms<(typeof rows)[number]>(database, Prisma.join(some, ' UNION ALL '))))
  }
  return new Map(rows.map(({ place, holding }) => [terms[place] ?? '', holding]))
}

/** Counts in one query: SQLite takes no more than 500, and waits for nobody in between. */
const TOGETHER = 20

type Sizes = { size: number; meanLength: number | null; exchanges: number }

/**
 * See `TermStore.figures`. Up to `COUNTED` chunks exactly; of more the mean length is that of so many, and the size that
 * of the owner's exchanges, which an index tells.
 */
export async function figuresOf(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
): ReturnType<TermStore['figures']> {
  const holding = await countHolding(database, scope, terms)
  const [sizes] = await database.readAside<Sizes>(Prisma.sql`
    SELECT CAST(COUNT(*) AS INTEGER) AS size, CAST(AVG(l."termCount") AS DOUBLE PRECISION) AS "meanLength",
      CAST((SELECT COUNT(*) FROM "Exchange" x WHERE x.owner = ${scope.owner}) AS INTEGER) AS exchanges
    FROM (
      SELECT c."termCount" FROM "ExchangeChunk" c JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}
      WHERE ${mayBeSeen(scope)} LIMIT ${COUNTED}
    ) l`)
  if (!sizes) throw new Error('An aggregate gave no row.')
  const { size, meanLength, exchanges } = sizes
  return { size: size < COUNTED ? size : Math.max(size, exchanges), meanLength: meanLength ?? 0, holding }
}
