import type { Client, Config, InStatement, ResultSet, Transaction } from '@libsql/client'
import { PrismaLibSql } from '@prisma/adapter-libsql'

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
  constructor(file: string) {
    super({ url: `file:${file}`, timeout: BUSY_TIMEOUT_MS })
  }

  override createClient(config: Config): Client {
    return onOneConnection(super.createClient(config))
  }
}

/**
 * The driver leaves its connection to every transaction and opens another, which has lost the PRAGMAs and
 * leaks until the garbage collector finds it. The adapter lets nothing else run while a transaction is open, so one
 * connection is enough. IMMEDIATE, because a DEFERRED transaction that reads and then writes fails at once when
 * another process has written in between.
 */
function onOneConnection(client: Client): Client {
  let settled: Promise<void> | null = null

  const settle = () => {
    settled ??= client.executeMultiple(SETTINGS).catch((error) => {
      settled = null
      throw error
    })
    return settled
  }

  const run = async (statement: InStatement): Promise<ResultSet> => {
    await settle()
    try {
      return await client.execute(statement)
    } catch (error) {
      if ((error as { code?: unknown }).code === 'SQLITE_BUSY') await renew()
      throw error
    }
  }

  /** A statement that met a lock stays open in the driver until it is collected, and no COMMIT succeeds beside it. */
  const renew = async () => {
    settled = null
    await client.reconnect()
  }

  const begin = async (): Promise<Transaction> => {
    await run('BEGIN IMMEDIATE')
    let open = true
    const end = async (statement: 'COMMIT' | 'ROLLBACK') => {
      open = false
      await client.execute(statement)
    }
    return {
      execute: (statement: InStatement) => client.execute(statement),
      batch: (statements) => Promise.all(statements.map((statement) => client.execute(statement))),
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

  const execute = (statement: InStatement | string, args?: Parameters<Client['execute']>[1]) =>
    run(typeof statement === 'string' ? { sql: statement, args: args ?? [] } : statement)

  return new Proxy(client, {
    get(target, name) {
      if (name === 'execute') return execute
      if (name === 'transaction') return begin
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
