import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Dialect } from '../database-url.ts'
import { deployMigrations } from '../migrations/deploy.ts'

/** A database of one's own. `file` is where SQLite keeps it. */
export type TestDatabase = { url: string; file: string | null; remove(): Promise<void> }

export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** With all migrations applied. `postgresUrl`: a server on which databases can be made; not needed for SQLite. */
export async function createTestDatabase(dialect: Dialect, postgresUrl: string): Promise<TestDatabase> {
  const empty = dialect === 'sqlite' ? await emptySqlite() : await emptyPostgres(postgresUrl)
  await deployMigrations({ url: empty.url, root: ROOT, now: new Date() })
  return empty
}

/** A file that is not there yet, in a folder of its own. */
export async function emptySqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
  const file = join(folder, 'test.db')
  return { url: `file:${file}`, file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A database without tables on the server of that URL. */
export async function emptyPostgres(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await onServer(`CREATE DATABASE "${name}"`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, file: null, remove: () => onServer(`DROP DATABASE "${name}" WITH (FORCE)`) }
}
