import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client'
import { Sqlite3Client } from '@libsql/client/sqlite3'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import Libsql from 'libsql'
import { keepStatements } from './kept-statements.ts'
import { createPauses } from './pauses.ts'

/**
 * `busy_timeout` blocks the whole process, so it is next to nothing and `writer-queue` waits instead; freed pages
 * are overwritten, so that what was deleted cannot be read from the file.
 */
const BUSY_TIMEOUT_MS = 5
const SETTINGS = `
  PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
  PRAGMA foreign_keys = ON;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
`

/** Prisma's libSQL adapter with transactions that begin IMMEDIATE, on one connection that keeps its settings. */
export class SqliteAdapter extends PrismaLibSql {
  readonly #file: string

  constructor(file: string) {
    super({ url: `file:${file}` })
    this.#file = file
  }

  override createClient(): Client {
    return onOneConnection(() => connect(this.#file))
  }
}

/** A connection of the driver's, whose statements stay prepared. */
function connect(file: string): Client {
  const options = { timeout: BUSY_TIMEOUT_MS }
  return new Sqlite3Client(file, options, keepStatements(new Libsql(file, options)), 'number')
}

/**
 * The driver leaves its connection to every transaction and opens another, which has lost the PRAGMAs and
 * leaks until the garbage collector finds it. The adapter lets nothing else run while a transaction is open, so one
 * connection is enough. IMMEDIATE, because a DEFERRED transaction that reads and then writes fails at once when
 * another process has written in between.
 */
function onOneConnection(connect: () => Client): Client {
  let client = connect()
  let settled: Promise<void> | null = null
  const pause = createPauses()

  const settle = () => {
    settled ??= client.executeMultiple(SETTINGS).catch((error) => {
      settled = null
      throw error
    })
    return settled
  }

  const execute = async (statement: InStatement): Promise<ResultSet> => {
    await pause()
    return client.execute(statement)
  }

  const run = async (statement: InStatement): Promise<ResultSet> => {
    await settle()
    try {
      return await execute(statement)
    } catch (error) {
      if ((error as { code?: unknown }).code === 'SQLITE_BUSY') renew()
      throw error
    }
  }

  /** A statement that met a lock stays open in the driver until it is collected, and no COMMIT succeeds beside it. */
  const renew = () => {
    settled = null
    client.close()
    client = connect()
  }

  const begin = async (): Promise<Transaction> => {
    await run('BEGIN IMMEDIATE')
    let open = true
    const end = async (statement: 'COMMIT' | 'ROLLBACK') => {
      open = false
      await execute(statement)
    }
    return {
      execute,
      async batch(statements) {
        const results: ResultSet[] = []
        for (const statement of statements) results.push(await execute(statement))
        return results
      },
      executeMultiple: (sql) => client.executeMultiple(sql),
      rollback: () => end('ROLLBACK'),
      commit: () =>
        end('COMMIT').catch(async (error) => {
          await end('ROLLBACK')
          throw error
        }),
      close: () => {
        if (open) void end('ROLLBACK')
      },
      get closed() {
        return !open
      },
    }
  }

  const executed = (statement: InStatement | string, args?: Parameters<Client['execute']>[1]) =>
    run(typeof statement === 'string' ? { sql: statement, args: args ?? [] } : statement)

  return new Proxy(client, {
    get(_, name) {
      if (name === 'execute') return executed
      if (name === 'transaction') return begin
      const value: unknown = Reflect.get(client, name, client)
      return typeof value === 'function' ? value.bind(client) : value
    },
  })
}
