import { randomUUID } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient, LibsqlError, type Transaction } from '@libsql/client'
import { AppError } from '../../errors.ts'
import type { DatabaseLocation } from '../database-url.ts'
import { copyAside } from './backup.ts'
import { cannotOpen } from './cannot-open.ts'
import { createHistory, pendingMigrations, SELECT_HISTORY } from './history.ts'
import type { Migration } from './read-migrations.ts'
import type { MigrationTarget } from './target.ts'

const LOCK_WITHIN_MS = 60_000
const RETRY_MS = 50

/** By SQLite's code, or by the system's of a file or folder. */
const REASONS: Record<string, string> = {
  SQLITE_NOTADB: 'it is not an SQLite database',
  SQLITE_CORRUPT: 'the file is damaged',
  SQLITE_CANTOPEN: 'the file or its folder cannot be read or made',
  SQLITE_READONLY: 'it cannot be written to',
  SQLITE_PERM: 'access is denied',
  SQLITE_FULL: 'the disk is full',
  SQLITE_BUSY: 'another process keeps it locked',
  EACCES: 'access is denied',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  EROFS: 'the disk is read-only',
}

export function sqliteTarget({ file, label }: DatabaseLocation & { dialect: 'sqlite' }): MigrationTarget {
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    await assertNoFolder(file, label)
    try {
      return await whenFree(async () => {
        const client = open(file)
        try {
          return await work(client)
        } finally {
          client.close()
        }
      })
    } catch (error) {
      throw cannotOpen(error, label, REASONS)
    }
  }

  return {
    dialect: 'sqlite',
    pending: async (all) =>
      (await exists(file)) ? withClient((client) => pendingIn(client, all)) : [...all],
    apply: async (all, now) => {
      await mkdir(dirname(file), { recursive: true }).catch((error) => {
        throw cannotOpen(error, label, REASONS)
      })
      return withClient(async (client) => {
        await client.execute('PRAGMA journal_mode=WAL')
        // Prisma's SQLite migrations rebuild tables; with foreign keys on, dropping one would cascade.
        await client.execute('PRAGMA foreign_keys=OFF')
        const transaction = await client.transaction('write')
        try {
          const pending = await pendingIn(transaction, all)
          // The write lock is ours, and a reader still sees the file as it was: this is what the copy holds.
          const backup = pending.length > 0 ? await copyAside(file, now) : null
          await transaction.executeMultiple(createHistory('sqlite'))
          for (const migration of pending) await applyOne(transaction, migration, now)
          await assertReferences(transaction)
          await transaction.commit()
          return { applied: pending.map((migration) => migration.name), backup }
        } finally {
          transaction.close()
        }
      })
    },
  }
}

/** The driver's failure to open says nothing that a program could read. */
function open(file: string): Client {
  try {
    return createClient({ url: `file:${file}`, timeout: 20 })
  } catch (error) {
    if (isBusy(error)) throw error
    throw Object.assign(new Error('Not opened.', { cause: error }), { code: codeOf(error) })
  }
}

const codeOf = (error: unknown) =>
  error instanceof LibsqlError && error.code in REASONS ? error.code : 'SQLITE_CANTOPEN'

const isBusy = (error: unknown) =>
  error instanceof LibsqlError && (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED')

async function applyOne(transaction: Transaction, migration: Migration, now: Date): Promise<void> {
  await transaction.executeMultiple(migration.sql)
  // SQLite keeps times as Prisma's engine writes them there: milliseconds.
  await transaction.execute({
    sql: `INSERT INTO "_prisma_migrations"
      ("id", "checksum", "finished_at", "migration_name", "started_at", "applied_steps_count")
      VALUES (?, ?, ?, ?, ?, 1)`,
    args: [randomUUID(), migration.checksum, now.getTime(), migration.name, now.getTime()],
  })
}

async function pendingIn(client: Pick<Client, 'execute'>, all: readonly Migration[]): Promise<Migration[]> {
  const table = await client.execute(
    `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`,
  )
  if (table.rows.length === 0) return [...all]
  const { rows } = await client.execute(SELECT_HISTORY)
  const applied = rows.map((row) => ({ name: String(row.migration_name), finished: Boolean(row.finished) }))
  return pendingMigrations(all, applied)
}

async function assertReferences(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.execute('PRAGMA foreign_key_check')
  if (rows.length > 0)
    throw new AppError(
      'database_unavailable',
      'A migration left rows that refer to nothing; it was taken back.',
    )
}

/**
 * Another start may be bringing the same file up to date, whose lock any statement can meet. Each try has a connection of
 * its own: the driver leaves a statement that met a lock open, and nothing can be committed beside it.
 */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LOCK_WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await delay(RETRY_MS)
    }
  }
}

async function exists(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw cannotOpen(error, file, REASONS)
  })
  return found !== null
}

async function assertNoFolder(file: string, label: string): Promise<void> {
  // Whatever else is wrong with the path, opening it says better.
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory())
    throw new AppError('database_unavailable', `The database ${label} cannot be opened: it is a folder.`)
}
