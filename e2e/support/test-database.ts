import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyPostgres } from '../../lib/db/testing/test-database.ts'

export type Dialect = 'sqlite' | 'postgres'

/** An empty database; the server that is started on it brings it up to date. */
export type TestDatabase = { url: string; remove(): Promise<void> }

/** `postgresUrl`: of a server on which databases can be made; SQLite needs none. */
export function testDatabase(postgresUrl: string | null): Promise<TestDatabase> {
  return postgresUrl === null ? emptySqlite() : emptyPostgres(postgresUrl)
}

async function emptySqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'throughline-'))
  return { url: `file:${path.join(folder, 'app.db')}`, remove: () => rm(folder, { recursive: true }) }
}

/** Where SQLite keeps the database of a `file:` URL. */
export const fileOf = (url: string): string => url.slice('file:'.length)
