import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../lib/db/testing/test-database.ts'
import { DIALECTS } from '../../lib/db/testing/use-database.ts'
import { type EngineAdapter, postgresAdapter, sqliteAdapter } from './adapters.ts'
import { createMigration, missingSql } from './diff.ts'
import { externalTables, migrationsList, openEngine } from './engine.ts'

const ROOT = join(import.meta.dirname, '..', '..')

describe.each(DIALECTS)('the schema engine on %s', (dialect) => {
  let adapter: EngineAdapter
  let root: string
  beforeAll(async () => {
    adapter = dialect === 'sqlite' ? await sqliteAdapter() : postgresAdapter(inject('postgresUrl'))
    root = await mkdtemp(join(tmpdir(), 'throughline-engine-'))
  })
  afterEach(() => rm(join(root, 'prisma'), { recursive: true, force: true }))
  afterAll(async () => {
    await adapter.close()
    await rm(root, { recursive: true })
  })

  test('finds models and migrations in agreement', async () => {
    expect(await missingSql(ROOT, dialect, adapter)).toBeNull()
  })

  test('finds what a change of the models lacks, and writes it once', async () => {
    await cp(join(ROOT, 'prisma'), join(root, 'prisma'), { recursive: true })
    await appendFile(join(root, 'prisma', 'models.prisma'), '\nmodel Added {\n  id String @id\n}\n')
    expect(await missingSql(root, dialect, adapter)).toContain('CREATE TABLE "Added"')
    const folder = await createMigration(root, dialect, adapter, '29990101000000_added')
    expect(await readdir(folder ?? '')).toEqual(['migration.sql'])
    expect(await missingSql(root, dialect, adapter)).toBeNull()
    expect(await createMigration(root, dialect, adapter, '29990101000001_again')).toBeNull()
  })

  test('carries on from what was deployed without it', async () => {
    const database: TestDatabase = await createTestDatabase(dialect, inject('postgresUrl'))
    const own =
      dialect === 'sqlite' ? new PrismaLibSql({ url: database.url }) : postgresAdapter(database.url).factory
    const engine = await openEngine(ROOT, dialect, own)
    const list = { migrationsList: await migrationsList(ROOT, dialect), filters: externalTables(dialect) }
    expect(await engine.diagnoseMigrationHistory({ ...list, optInToShadowDatabase: false })).toMatchObject({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: null,
    })
    expect((await engine.applyMigrations(list)).appliedMigrationNames).toEqual([])
    await database.remove()
  })
})
