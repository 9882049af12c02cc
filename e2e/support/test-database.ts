import { emptyPostgres, emptySqlite, type TestDatabase } from '../../lib/db/testing/test-database.ts'

/**
 * An empty database; the server that is started on it brings it up to date. `postgresUrl`: of a server on which
 * databases can be made; null for SQLite, which needs none.
 */
export function testDatabase(postgresUrl: string | null): Promise<TestDatabase> {
  return postgresUrl === null ? emptySqlite() : emptyPostgres(postgresUrl)
}

/** Where SQLite keeps the database of a `file:` URL. */
export const fileOf = (url: string): string => url.slice('file:'.length)
