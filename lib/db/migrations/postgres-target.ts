import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation } from '../database-url.ts'
import { cannotOpen } from './cannot-open.ts'
import { createHistory, pendingMigrations, SELECT_HISTORY } from './history.ts'
import type { Migration } from './read-migrations.ts'
import type { MigrationTarget } from './target.ts'

/** The advisory lock that Prisma's own `migrate deploy` takes, so that the two never run at once. */
const MIGRATION_LOCK = 72_707_369

/** By SQLSTATE, or by the system's code of a connection that failed. */
const REASONS: Record<string, string> = {
  '28P01': 'user or password is wrong',
  '28000': 'the user is not allowed in',
  '3D000': 'there is no database of that name; make one with createdb',
  '42501': 'the user may not make tables in it',
  '53300': 'the server has no connection left',
  '57P03': 'the server is still starting',
  ECONNREFUSED: 'no server answers there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host cannot be looked up',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ECONNRESET: 'the server closed the connection',
}

export function postgresTarget({ url, label }: DatabaseLocation & { dialect: 'postgres' }): MigrationTarget {
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    // A connection that breaks between two queries fails the next one; without a listener it would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await work(client)
    } catch (error) {
      throw cannotOpen(error, label, REASONS)
    } finally {
      await client.end()
    }
  }

  return {
    dialect: 'postgres',
    pending: (all) => withClient((client) => pendingIn(client, all)),
    apply: (all, now) =>
      withClient(async (client) => {
        // The lock is the connection's, and goes with it.
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
        await client.query(createHistory('postgres'))
        const pending = await pendingIn(client, all)
        for (const migration of pending) await applyOne(client, migration, now)
        return { applied: pending.map((migration) => migration.name), backup: null }
      }),
  }
}

/** One that fails is taken back by the end of the connection, which every failure brings about. */
async function applyOne(client: pg.Client, migration: Migration, now: Date): Promise<void> {
  await client.query('BEGIN')
  await client.query(migration.sql)
  await client.query(
    `INSERT INTO "_prisma_migrations"
      ("id", "checksum", "finished_at", "migration_name", "started_at", "applied_steps_count")
      VALUES ($1, $2, $3, $4, $3, 1)`,
    [randomUUID(), migration.checksum, now, migration.name],
  )
  await client.query('COMMIT')
}

async function pendingIn(client: pg.Client, all: readonly Migration[]): Promise<Migration[]> {
  const table = await client.query<{ found: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS found`,
  )
  if (!table.rows[0]?.found) return [...all]
  const { rows } = await client.query<{ migration_name: string; finished: boolean }>(SELECT_HISTORY)
  return pendingMigrations(
    all,
    rows.map((row) => ({ name: row.migration_name, finished: row.finished })),
  )
}
