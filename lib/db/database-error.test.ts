import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { AppError } from '../errors.ts'
import { type Database, openDatabase } from './client.ts'
import { errorKind, toAppError } from './database-error.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('errors of %s', (dialect) => {
  const db = useDatabase(dialect)
  const failure = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error) => error,
    )

  test('tell a unique value taken twice and a reference to nothing, by Prisma and by SQL', async () => {
    const { database } = db.now
    const data = { owner: 'o', key: 'k', value: 1 }
    await database.write((tx) => tx.setting.create({ data }))
    const kinds = [
      (await failure(database.write((tx) => tx.setting.create({ data })))) as Error,
      await failure(
        database.write(
          (tx) => tx.$executeRaw`INSERT INTO "Setting" ("owner", "key", "value") VALUES ('o', 'k', '1')`,
        ),
      ),
      await failure(
        database.write((tx) =>
          tx.runLog.create({ data: { runId: 'none', part: 0, offset: 0, kind: 'text', text: '' } }),
        ),
      ),
    ].map((error) => errorKind(error, dialect))
    expect(kinds).toEqual(['unique', 'unique', 'foreignKey'])
  })

  test('leave what is none of the database’s own as it was', async () => {
    const { database } = db.now
    const own = new AppError('not_found', 'Mine.')
    const bug = new TypeError('A bug.')
    for (const error of [own, bug]) {
      expect(await failure(database.write(() => Promise.reject(error)))).toBe(error)
      expect(await failure(database.read(() => Promise.reject(error)))).toBe(error)
    }
  })
})

test('an error without a code is the connection’s only if one broke', () => {
  const error = new Error('?')
  const seen = (connectionLost: boolean) => toAppError(error, { dialect: 'postgres', connectionLost })
  expect(seen(false)).toBe(error)
  expect(seen(true)).toMatchObject({ code: 'database_unavailable', cause: error })
})

describe('a Postgres connection that breaks', () => {
  let made: TestDatabase
  let database: Database
  beforeAll(async () => {
    made = await createTestDatabase('postgres', inject('postgresUrl'))
    database = await openDatabase(made.url, { poolSize: 2 })
  })
  afterAll(async () => {
    await database.close()
    await made.remove()
  })

  /** Ends the database's connections as its administrator; says how many there were. */
  async function breakConnections(state = '%'): Promise<number> {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    const { rowCount } = await client.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND state LIKE $2',
      [new URL(made.url).pathname.slice(1), state],
    )
    await client.end()
    return rowCount ?? 0
  }
  const unavailable = { code: 'database_unavailable' }

  test('fails the transaction that it carried, and the next one goes through', async () => {
    const broken = database.write(async (tx) => {
      await tx.setting.create({ data: { owner: 'o', key: 'lost', value: 1 } })
      await breakConnections()
      await tx.setting.count()
    })
    await expect(broken).rejects.toMatchObject(unavailable)
    await database.write((tx) => tx.setting.create({ data: { owner: 'o', key: 'kept', value: 1 } }))
    const rows = await database.read((db) => db.setting.findMany({ select: { key: true } }))
    expect(rows).toEqual([{ key: 'kept' }])
  })

  test('fails a query that is under way', async () => {
    const query = database.read((db) => db.$queryRaw`SELECT pg_sleep(20)::text`)
    const failed = expect(query).rejects.toMatchObject(unavailable)
    await expect.poll(() => breakConnections('active')).toBe(1)
    await failed
  })

  test('is not noticed while idle', async () => {
    await database.read((db) => db.setting.count())
    await breakConnections()
    await expect.poll(() => database.read((db) => db.setting.count()).catch(() => 'broken')).toBe(1)
  })
})
