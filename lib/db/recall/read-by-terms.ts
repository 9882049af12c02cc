import type { Database } from '../client.ts'
import type { Prisma } from '../generated/sqlite/client.ts'

/**
 * Reads by the index of the full text. Postgres takes going through all rows for cheaper, since it does not know what it
 * costs to take their terms apart, nor that a limit ends the search: of 100,000 chunks half a second for each term.
 * It joins in the order that is written, which begins with what holds the terms, row by row.
 */
export const readByTerms = <Row>(
  { dialect, readAside, write }: Database,
  query: Prisma.Sql,
): Promise<Row[]> =>
  dialect === 'sqlite'
    ? readAside<Row>(query)
    : // A transaction, because the settings hold for one: the connection goes back to the pool.
      write(async (tx) => {
        await tx.$queryRaw`
          SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true), set_config('join_collapse_limit', '1', true),
            set_config('jit', 'off', true)`
        return tx.$queryRaw<Row[]>(query)
      })
