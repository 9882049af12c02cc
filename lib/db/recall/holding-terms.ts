import type { Dialect } from '../database-url.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { WITH_ITS_PLACE } from './visible-exchanges.ts'

/** The chunks `c` that hold any of some terms, with their exchange `e` and its place. */
export type Holding = { from: Prisma.Sql; condition: Prisma.Sql }

/**
 * By the index of the full text, from which neither is to stray: SQLite keeps to the order of a cross join, and Postgres
 * joins nothing into a query with an offset. `terms`: as `anyOf` makes it. `f` is the row of SQLite's index.
 */
export const holding = (dialect: Dialect, terms: Prisma.Sql): Holding =>
  dialect === 'sqlite'
    ? {
        from: Prisma.sql`"ExchangeText" f
          CROSS JOIN "ExchangeChunk" c ON c.key = f.rowid
          CROSS JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}`,
        condition: Prisma.sql`"ExchangeText" MATCH ${terms}`,
      }
    : {
        from: Prisma.sql`(
            SELECT * FROM "ExchangeChunk" c WHERE ${TERMS_HELD} && ${terms} OFFSET 0
          ) c JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}`,
        condition: Prisma.sql`true`,
      }

/** What a search for any of these is written as. */
export const anyOf = (dialect: Dialect, terms: readonly string[]): Prisma.Sql =>
  dialect === 'sqlite' ? Prisma.sql`${terms.map(quoted).join(' OR ')}` : Prisma.sql`CAST(${terms} AS TEXT[])`

/** Of a chunk `c` in Postgres: exactly what its index is of. */
export const TERMS_HELD = Prisma.sql`string_to_array(c.terms, ' ')`

/**
 * Of a chunk `c`, for one who looks for these terms: on Postgres they alone, since all of a thousand chunks are more than
 * the event loop can take in without others noticing. SQLite cannot take them apart, and gives them in another thread.
 */
export const termsFor = (dialect: Dialect, terms: readonly string[]): Prisma.Sql =>
  dialect === 'sqlite'
    ? Prisma.sql`c.terms, c."termCount"`
    : Prisma.sql`c."termCount", array_to_string(ARRAY(
        SELECT t.term FROM unnest(${TERMS_HELD}) t (term) WHERE t.term = ANY(${anyOf('postgres', terms)})), ' ') AS terms`

/** In quotes nothing is read as a part of the search language. */
export const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`
