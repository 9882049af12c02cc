import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase, type Writer } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { createInterfaceSessions } from '../interface-sessions.ts'
import { someoneWaits } from '../testing/someone-waits.ts'
import { emptyPostgres, type TestDatabase } from '../testing/test-database.ts'
import { DIALECTS } from '../testing/use-database.ts'
import { deployMigrations, migrationStatus } from './deploy.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..', '..')
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-migrations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made = 0
const newFolder = async () => {
  const path = join(folder, String(made++))
  await mkdir(path)
  return path
}

const OURS = (await readdir(join(ROOT, 'prisma', 'sqlite', 'migrations'))).filter((name) => /^\d/.test(name))
const INITIAL = '20261130041609_initial'
const COUNTED = '20261130205300_count_interface_sessions'

/** A root folder with the project's migrations, to which a test adds its own. */
async function newRoot() {
  const root = await newFolder()
  for (const dialect of DIALECTS)
    await cp(join(ROOT, 'prisma', dialect, 'migrations'), join(root, 'prisma', dialect, 'migrations'), {
      recursive: true,
    })
  const add = async (name: string, sql: string) => {
    for (const dialect of DIALECTS) {
      const path = join(root, 'prisma', dialect, 'migrations', name)
      await mkdir(path)
      await writeFile(join(path, 'migration.sql'), sql)
    }
  }
  return { root, add }
}

describe.each(DIALECTS)('deploying migrations to %s', (dialect) => {
  const databases: TestDatabase[] = []
  afterAll(() => Promise.all(databases.map((database) => database.remove())))

  async function newUrl() {
    if (dialect === 'sqlite') return `file:${join(await newFolder(), 'data', 'test.db')}`
    const database = await emptyPostgres(inject('postgresUrl'))
    databases.push(database)
    return database.url
  }
  const names = async (url: string) => {
    const database = await openDatabase(url)
    const rows = await database.read(
      (db) =>
        db.$queryRaw<{ name: string }[]>`SELECT migration_name AS name FROM "_prisma_migrations" ORDER BY 1`,
    )
    await database.close()
    return rows.map(({ name }) => name)
  }

  /** A database as these of our migrations left it. */
  async function databaseOf(migrations: readonly string[]) {
    const root = await newFolder()
    for (const each of DIALECTS)
      for (const name of migrations) {
        const path = join('prisma', each, 'migrations', name)
        await cp(join(ROOT, path), join(root, path), { recursive: true })
      }
    const url = await newUrl()
    expect((await deployMigrations({ url, root, now: at(0) })).applied).toEqual(migrations)
    return url
  }
  const { sql } = Prisma
  const time = dialect === 'sqlite' ? sql`'2026-01-01T00:00:00.000Z'` : sql`now()`
  const source = (name: string) =>
    dialect === 'sqlite' ? sql`${name}` : sql`CAST(${name} AS "SessionSource")`
  const addSession = (tx: Writer, id: string, { from = 'page', hidden = false } = {}) =>
    tx.$executeRaw`INSERT INTO "Session" ("id", "owner", "title", "source", "createdAt", "lastActiveAt", "deletedAt")
      VALUES (${id}, 'o', 'Old Title', ${source(from)}, ${time}, ${time}, ${hidden ? time : sql`NULL`})`

  test('makes what the client needs, once', async () => {
    const { root } = await newRoot()
    const url = await newUrl()
    const pending = await migrationStatus({ url, root })
    expect(pending).toEqual(OURS)
    expect(await deployMigrations({ url, root, now: at(0) })).toEqual({ applied: pending, backup: null })
    expect(await migrationStatus({ url, root })).toEqual([])
    expect(await deployMigrations({ url, root, now: at(1) })).toEqual({ applied: [], backup: null })
    const database = await openDatabase(url)
    expect(await database.read((db) => db.session.count())).toBe(0)
    await database.close()
  })

  test('applies each migration once when many start at the same time', async () => {
    const { root, add } = await newRoot()
    await add('29990101000000_second', 'CREATE TABLE "Second" ("id" TEXT PRIMARY KEY);')
    const url = await newUrl()
    const results = await Promise.all([0, 1, 2, 3].map((i) => deployMigrations({ url, root, now: at(i) })))
    const all = [...OURS, '29990101000000_second']
    expect(results.flatMap(({ applied }) => applied)).toEqual(all)
    expect(await names(url)).toEqual(all)
  })

  test('and when several processes do', async () => {
    const url = await newUrl()
    const script = join(ROOT, 'scripts', 'migrate.ts')
    const env = { ...process.env, DATABASE_URL: url }
    const starts = Array.from({ length: 4 }, () => run(process.execPath, [script, 'deploy'], { env }))
    const said = (await Promise.all(starts)).map(({ stdout }) => stdout.trim())
    expect(said.filter((line) => line === 'Nothing to apply.')).toHaveLength(3)
    expect(await names(url)).toEqual(OURS)
  })

  test('keeps every row of a database that the first release made', async () => {
    const { root } = await newRoot()
    const url = await databaseOf([INITIAL])
    const old = await openDatabase(url)
    await old.write(async (tx) => {
      await addSession(tx, 's')
      const role = dialect === 'sqlite' ? sql`'user'` : sql`'user'::"Role"`
      const parts = dialect === 'sqlite' ? sql`'[]'` : sql`'[]'::jsonb`
      await tx.$executeRaw`INSERT INTO "Message" ("id", "owner", "sessionId", "seq", "role", "parts", "text", "tokensCl100k", "tokensO200k", "createdAt") VALUES ('m', 'o', 's', 0, ${role}, ${parts}, 'kept', 1, 1, ${time})`
    })
    await old.close()
    await deployMigrations({ url, root, now: at(1) })
    const now = await openDatabase(url)
    expect(await now.read((db) => db.message.findMany({ select: { text: true } }))).toEqual([
      { text: 'kept' },
    ])
    expect(await now.read((db) => db.session.findMany({ select: { titleKey: true } }))).toEqual([
      { titleKey: 'old title' },
    ])
    await now.close()
  })

  test('counts the sessions of programs that are there, also one that is just being made', async () => {
    const { root } = await newRoot()
    const url = await databaseOf(OURS.slice(0, OURS.indexOf(COUNTED)))
    const old = await openDatabase(url)
    const from = 'interface'
    await old.write(async (tx) => {
      await addSession(tx, 'of the page')
      await addSession(tx, 'deleted', { from, hidden: true })
      for (const id of ['one', 'two']) await addSession(tx, id, { from })
    })
    const { deployed } = await old.write(async (tx) => {
      await addSession(tx, 'three', { from })
      // SQLite has one writer at a time, which the migration waits to be.
      const deployed = deployMigrations({ url, root, now: at(1) })
      if (dialect === 'postgres') await someoneWaits(old)
      return { deployed }
    })
    await deployed
    const count = () => createInterfaceSessions(old).list('o', { cursor: null, limit: 1, rows: 1 })
    expect(await count()).toMatchObject({ total: 3 })
    await old.write((tx) => addSession(tx, 'four', { from }))
    expect(await count()).toMatchObject({ total: 4 })
    await old.close()
  })

  test('leaves nothing of a migration that fails, and goes on once it is mended', async () => {
    const { root, add } = await newRoot()
    const url = await newUrl()
    await deployMigrations({ url, root, now: at(0) })
    const name = '29990101000000_broken'
    await add(name, 'CREATE TABLE "Half" ("id" TEXT PRIMARY KEY); INSERT INTO "Nowhere" VALUES (1);')
    await expect(deployMigrations({ url, root, now: at(1) })).rejects.toThrow()
    expect(await migrationStatus({ url, root })).toEqual([name])
    await writeFile(
      join(root, 'prisma', dialect, 'migrations', name, 'migration.sql'),
      'CREATE TABLE "Half" ("id" TEXT PRIMARY KEY);',
    )
    expect((await deployMigrations({ url, root, now: at(2) })).applied).toEqual([name])
  })

  test('refuses to go on from a migration that another tool left half-way', async () => {
    const { root, add } = await newRoot()
    const url = await newUrl()
    await deployMigrations({ url, root, now: at(0) })
    const database = await openDatabase(url)
    await database.write(
      (tx) =>
        tx.$executeRaw`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name") VALUES ('x', 'y', 'stuck')`,
    )
    await database.close()
    await add('29990101000000_next', 'CREATE TABLE "Next" ("id" TEXT PRIMARY KEY);')
    await expect(deployMigrations({ url, root, now: at(1) })).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('stuck'),
    })
  })
})

describe('deploying migrations to an SQLite file with data', () => {
  const backups = async (path: string) => (await readdir(path)).filter((name) => name.endsWith('.bak')).sort()

  test('copies it aside first, with what its log holds, and keeps the newest three copies', async () => {
    const { root, add } = await newRoot()
    const path = await newFolder()
    const url = `file:${join(path, 'test.db')}`
    await deployMigrations({ url, root, now: at(0) })
    const database = await openDatabase(url)
    await database.write((tx) => tx.setting.create({ data: { owner: 'o', key: 'k', value: 'in the log' } }))
    const made: (string | null)[] = []
    for (let i = 1; i <= 5; i++) {
      await add(`2999010100000${i}_more`, `CREATE TABLE "More${i}" ("id" TEXT PRIMARY KEY);`)
      made.push((await deployMigrations({ url, root, now: at(i) })).backup)
    }
    await database.close()
    expect(await backups(path)).toEqual([
      'test.db.20260101000003000.bak',
      'test.db.20260101000004000.bak',
      'test.db.20260101000005000.bak',
    ])
    expect(made.at(-1)).toBe(join(path, 'test.db.20260101000005000.bak'))
    const copy = createClient({ url: `file:${made.at(-1)}` })
    expect((await copy.execute('SELECT "value" FROM "Setting"')).rows[0]?.value).toBe('"in the log"')
    const tables = await copy.execute(`SELECT name FROM sqlite_master WHERE name LIKE 'More%' ORDER BY 1`)
    expect(tables.rows.map((row) => row.name)).toEqual(['More1', 'More2', 'More3', 'More4'])
    copy.close()
  })

  test('keeps the rows that refer to a table which is rebuilt', async () => {
    const { root, add } = await newRoot()
    const url = `file:${join(await newFolder(), 'test.db')}`
    await add(
      '29990101000000_tables',
      'CREATE TABLE "A" ("id" INTEGER PRIMARY KEY); CREATE TABLE "B" ("a" INTEGER REFERENCES "A" ("id") ON DELETE CASCADE);',
    )
    await deployMigrations({ url, root, now: at(0) })
    const client = createClient({ url })
    await client.executeMultiple('INSERT INTO "A" VALUES (1); INSERT INTO "B" VALUES (1);')
    await add(
      '29990101000001_rebuild',
      'CREATE TABLE "new_A" ("id" INTEGER PRIMARY KEY, "name" TEXT); INSERT INTO "new_A" ("id") SELECT "id" FROM "A"; DROP TABLE "A"; ALTER TABLE "new_A" RENAME TO "A";',
    )
    await deployMigrations({ url, root, now: at(1) })
    expect((await client.execute('SELECT COUNT(*) AS n FROM "B"')).rows[0]?.n).toBe(1)
    client.close()
  })
})

describe('a database that cannot be opened', () => {
  const deploy = (url: string) => deployMigrations({ url, root: ROOT, now: at(0) })
  const refused = async (url: string, text: string) => {
    for (const attempt of [() => deploy(url), () => openDatabase(url)]) {
      const error = await attempt().then(
        () => null,
        (error) => error,
      )
      expect(error).toMatchObject({ code: 'database_unavailable' })
      expect(error.message).not.toContain('\n')
      expect(error.message).not.toContain('secret')
    }
    await expect(deploy(url)).rejects.toThrow(text)
  }

  test('is refused with one line: a folder', () => refused(`file:${folder}`, 'it is a folder'))

  test('is refused with one line: another kind of file', async () => {
    const file = join(await newFolder(), 'other.db')
    await writeFile(
      file,
      'This is some text that is long enough to be read as a header, and is none.'.repeat(20),
    )
    await refused(`file:${file}`, 'it is not an SQLite database')
  })

  test('is refused with one line: below a file', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    await refused(`file:${join(file, 'test.db')}`, 'a part of its path is not a folder')
  })

  test('is refused with one line: no server', () =>
    refused('postgres://me:secret@127.0.0.1:1/none', 'no server answers there'))

  test('is refused with one line: no such database, no such user', async () => {
    const none = new URL(inject('postgresUrl'))
    none.pathname = '/none'
    none.password = 'secret'
    await refused(none.href, 'there is no database of that name')
    const nobody = new URL(inject('postgresUrl'))
    nobody.username = 'nobody_here'
    nobody.password = 'secret'
    await refused(nobody.href, 'cannot be opened')
  })

  test.each(['mysql://x', '/data/x.db', ''])('is refused with one line: %j', (url) =>
    refused(url, 'must start with'),
  )
})
