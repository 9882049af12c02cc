import type { Dialect } from '../database-url.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { WITH_ITS_PLACE } from './visible-exchanges.ts'

/** The chunks `c` that hold any of some terms, with their exchange `e` and its place. */
export type Holding = { from: Prisma.Sql; condition: Prisma.Sql }

/**
 * By the index of the full text, from which SQLite is not to stray: it keeps to the order of a cross join. `f` is the row
 * of that index there.
 */
export const holdingAny = (dialect: Dialect, terms: readonly string[]): Holding =>
  dialect === 'sqlite'
    ? {
        from: Prisma.sql`"ExchangeText" f
          CROSS JOIN "ExchangeChunk" c ON c.key = f.rowid
          CROSS JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}`,
        condition: Prisma.sql`"ExchangeText" MATCH ${terms.map(quotedInSqlite).join(' OR ')}`,
      }
    : {
        from: Prisma.sql`"ExchangeChunk" c JOIN "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}`,
        condition: Prisma.sql`to_tsvector('simple', c.terms) @@ ${anyInPostgres(terms)}`,
      }

export const anyInPostgres = (terms: readonly string[]): Prisma.Sql =>
  Prisma.sql`to_tsquery('simple', ${terms.map(quotedInPostgres).join(' | ')})`

/** In quotes nothing is read as a part of the search language. */
const quotedInSqlite = (term: string) => `"${term.replaceAll('"', '""')}"`
const quotedInPostgres = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
