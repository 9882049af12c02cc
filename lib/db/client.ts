import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { errorKind, toAppError } from './database-error.ts'
import { type DatabaseLocation, type Dialect, locateDatabase } from './database-url.ts'
import { Prisma, PrismaClient } from './generated/sqlite/client.ts'
import { guardFile } from './moved-file.ts'
import { createReadThread } from './read-thread.ts'
import { packed } from './recall/packed-vector.ts'
import { createScanThread, type Nearest } from './recall/scan-thread.ts'
import { vacuum } from './vacuum.ts'
import { createRetryingWriter, createWriterQueue } from './writer-queue.ts'

/** The client of either dialect, by the types of the one that can do less. */
export type Reader = Omit<PrismaClient, '$transaction' | '$disconnect' | '$connect'>
export type Writer = Prisma.TransactionClient

/** The only way to the data. Failures of the database itself arrive as `database_busy` or `database_unavailable`. */
export type Database = {
  dialect: Dialect
  /** Queries that change nothing. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /**
   * A query that may take long, without holding the event loop: on SQLite in a thread of its own, whose rows are as they
   * stand in the file.
   */
  readAside<Row>(query: Prisma.Sql): Promise<Row[]>
  /**
   * Of a query of `key` and `vector`, packed and of length one, the `limit` rows whose vectors are nearest to this one of
   * length one, the nearest first. All must be of as many numbers. In a thread of its own.
   */
  nearest(query: Prisma.Sql, vector: Float32Array, limit: number): Promise<Nearest[]>
  /** One short transaction, which may be run again: its work must have no other effect. */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /** Reads next to nothing. Throws where it does not answer, or SQLite's file is no longer where it was opened. */
  ping(): Promise<void>
  /** Leaves nothing in SQLite's files of what was deleted: see `vacuum`. Writes wait meanwhile, reads do not. */
  scrub(): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** The folder from which a relative SQLite path counts. */
  root?: string
  /** How long a write waits for a lock of another process before it fails, in milliseconds. */
  busyDeadlineMs?: number
  delay?(ms: number): Promise<void>
  /** Connections to Postgres at most. */
  poolSize?: number
}

const CONNECT_WITHIN_MS = 10_000
const TRANSACTION = { maxWait: 15_000, timeout: 30_000 }

/** Opens the database of a `file:` or `postgres:` URL. Throws `database_unavailable` where it does not answer. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const location = locateDatabase(url, options.root ?? process.cwd())
  const { dialect } = location
  const { client, losses } = await createClient(location, options.poolSize ?? 10)

  const mapped = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = losses()
    try {
      return await work()
    } catch (error) {
      throw toAppError(error, { dialect, connectionLost: losses() > before })
    }
  }
  const isPassing = (error: unknown) => {
    const kind = errorKind(error, dialect)
    return kind === 'busy' || kind === 'conflict'
  }
  const waiting = {
    isPassing,
    delay: options.delay ?? ((ms: number) => setTimeout(ms)),
    now: () => performance.now(),
    deadlineMs: options.busyDeadlineMs ?? 10_000,
  }
  const retry = createRetryingWriter(waiting)
  const queue = dialect === 'sqlite' ? createWriterQueue(waiting) : retry

  const threads = { read: createReadThread(), compare: createReadThread(), scan: createScanThread() }
  const readAside = <Row>(query: Prisma.Sql) =>
    mapped(async () => {
      if (location.dialect !== 'sqlite') return client.$queryRaw<Row[]>(query)
      const { sql, values } = query
      return (await threads.read.ask({ file: location.file, sql, values })) as Row[]
    })

  let assertThere: (() => void) | undefined
  const database: Database = {
    dialect,
    read: (work) => mapped(() => retry(() => work(client))),
    readAside,
    nearest: async (query, vector, limit) => {
      if (location.dialect === 'sqlite') {
        const { sql, values } = nearestInSqlite(query, vector, limit)
        const { file } = location
        return mapped(async () => (await threads.compare.ask({ file, sql, values })) as Nearest[])
      }
      const { text, values } = query
      return mapped(() => threads.scan.ask({ url: location.url, text, values, vector, limit }))
    },
    write: (work) =>
      mapped(() =>
        queue(async () => {
          assertThere?.()
          return client.$transaction(work, TRANSACTION)
        }),
      ),
    ping: () =>
      mapped(() =>
        retry(async () => {
          assertThere?.()
          await client.$queryRaw`SELECT 1 FROM "Setting" LIMIT 1`
        }),
      ),
    scrub: () =>
      mapped(async () => {
        if (location.dialect === 'sqlite') await queue(() => vacuum(location.file))
      }),
    async close() {
      await Promise.all(Object.values(threads).map((thread) => thread.close()))
      await client.$disconnect()
    },
  }
  try {
    if (dialect === 'sqlite') await database.read((db) => db.$queryRaw`PRAGMA journal_mode = WAL`)
    await database.read((db) => db.$queryRaw`SELECT 1`)
    if (location.dialect === 'sqlite') assertThere = guardFile(location.file)
    return database
  } catch (error) {
    await database.close()
    throw new AppError('database_unavailable', `The database ${location.label} cannot be opened.`, {
      cause: error,
    })
  }
}

/**
 * By SQLite's own function: the driver takes longer to hand the vectors over than SQLite to compare them. For a hundred
 * thousand of 384 numbers that was 0.48 s so, and 0.75 s with the arithmetic in JavaScript.
 */
const nearestInSqlite = (query: Prisma.Sql, vector: Float32Array, limit: number): Prisma.Sql => Prisma.sql`
  SELECT n.key, COALESCE(1 - vector_distance_cos(n.vector, ${Buffer.from(packed(vector))}), 0) AS score
  FROM (${query}) n ORDER BY score DESC LIMIT ${limit}`

type Opened = { client: PrismaClient; losses(): number }

/** Loads the driver of the dialect alone: the other one's native code may not be there. */
async function createClient(location: DatabaseLocation, poolSize: number): Promise<Opened> {
  if (location.dialect === 'sqlite') {
    const { SqliteAdapter } = await import('./sqlite-adapter.ts')
    return { client: new PrismaClient({ adapter: new SqliteAdapter(location.file) }), losses: () => 0 }
  }
  const [{ PrismaPg }, { createPool }, postgres] = await Promise.all([
    import('@prisma/adapter-pg'),
    import('./postgres-pool.ts'),
    import('./generated/postgres/client.ts'),
  ])
  const { pool, losses } = createPool({
    connectionString: location.url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  })
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // Both clients are generated from the same models; the types differ in what only Postgres can do.
  return { client: new postgres.PrismaClient({ adapter }) as unknown as PrismaClient, losses }
}
