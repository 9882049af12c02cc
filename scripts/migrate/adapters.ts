import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

/** A driver for the schema engine, and what it leaves behind to be cleared at the end. */
export type EngineAdapter = { factory: SqlMigrationAwareDriverAdapterFactory; close(): Promise<void> }

/** An SQLite adapter over throw-away files: diffs between migrations and models need no database of one's own. */
export async function sqliteAdapter(): Promise<EngineAdapter> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-shadow-'))
  const open = () => new PrismaLibSql({ url: `file:${join(folder, `${randomUUID()}.db`)}` }).connect()
  return {
    factory: {
      provider: 'sqlite',
      adapterName: 'shadow',
      connect: open,
      connectToShadowDb: async () => runsScripts(await open()),
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The engine replays a whole migration file as one statement, of which libSQL would run only the first. */
function runsScripts(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const executeRaw = adapter.executeRaw.bind(adapter)
  adapter.executeRaw = async (query) => {
    if (query.args.length > 0) return executeRaw(query)
    await adapter.executeScript(query.sql)
    return 0
  }
  return adapter
}

const PG_CHAR = 18
const PG_CHAR_ARRAY = 1002

/**
 * A Postgres adapter over the server of `url`, with shadow databases of its own. The adapter's own
 * `connectToShadowDb` is of no use in 7.10.0: a connection string wins over the database's name.
 */
export function postgresAdapter(url: string): EngineAdapter {
  const config = parseIntoClientConfig(url)
  const factory = new PrismaPg(poolThatKnowsChar(config), { disposeExternalPool: true })
  const open: (() => Promise<void>)[] = []

  const connectToShadowDb = async () => {
    const database = `shadow_${randomUUID().replaceAll('-', '')}`
    const server = await new PrismaPg(poolThatKnowsChar(config), { disposeExternalPool: true }).connect()
    await server.executeScript(`CREATE DATABASE "${database}"`)
    const shadow = await new PrismaPg(poolThatKnowsChar({ ...config, database }), {
      disposeExternalPool: true,
    }).connect()
    const dispose = shadow.dispose.bind(shadow)
    let disposed: Promise<void> | undefined
    const drop = async () => {
      await dispose()
      await server.executeScript(`DROP DATABASE "${database}" WITH (FORCE)`)
      await server.dispose()
    }
    shadow.dispose = () => {
      disposed ??= drop()
      return disposed
    }
    open.push(shadow.dispose)
    return runsFunctions(readsCharAsOne(shadow))
  }

  return {
    factory: {
      provider: 'postgres',
      adapterName: factory.adapterName,
      connect: () => factory.connect(),
      connectToShadowDb,
    },
    close: async () => {
      await Promise.all(open.map((dispose) => dispose()))
    },
  }
}

/** The adapter has no name for Postgres's "char", which the engine reads from the catalogue; it knows its array. */
function poolThatKnowsChar(config: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  const wrapped = async (...args: unknown[]) => {
    const result = await query(...args)
    for (const field of result.fields ?? [])
      if (field.dataTypeID === PG_CHAR) field.dataTypeID = PG_CHAR_ARRAY
    return result
  }
  return Object.assign(pool, { query: wrapped })
}

function readsCharAsOne(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  return adapter
}

/** The adapter takes a script apart at every semicolon, also within a function. */
function runsFunctions(adapter: SqlDriverAdapter): SqlDriverAdapter {
  adapter.executeScript = async (sql) => {
    await adapter.executeRaw({ sql, args: [], argTypes: [] })
  }
  return adapter
}
