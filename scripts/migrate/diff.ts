import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dialect } from '../../lib/db/database-url.ts'
import { migrationsFolder } from '../../lib/db/migrations/read-migrations.ts'
import type { EngineAdapter } from './adapters.ts'
import { externalTables, LOCK_FILE, lockFileText, migrationsList, openEngine, schemaFiles } from './engine.ts'

/** The SQL that is missing between the migrations and the models; null when they agree. */
export async function missingSql(
  root: string,
  dialect: Dialect,
  adapter: EngineAdapter,
): Promise<string | null> {
  const engine = await openEngine(root, dialect, adapter.factory)
  const list = await migrationsList(root, dialect)
  const from =
    list.migrationDirectories.length > 0 ? { tag: 'migrations' as const, ...list } : { tag: 'empty' as const }
  const result = await engine.diff({
    from,
    to: { tag: 'schemaDatamodel', files: await schemaFiles(root, dialect) },
    script: true,
    exitCode: true,
    filters: externalTables(dialect),
  })
  return result.exitCode === 0 ? null : (result.stdout ?? '')
}

/** Writes a migration of that name; returns its folder, or null when there is nothing to change. */
export async function createMigration(
  root: string,
  dialect: Dialect,
  adapter: EngineAdapter,
  name: string,
): Promise<string | null> {
  const base = migrationsFolder(root, dialect)
  await mkdir(base, { recursive: true })
  const sql = await missingSql(root, dialect, adapter)
  if (sql === null) return null
  const folder = join(base, name)
  await mkdir(folder)
  await writeFile(join(folder, 'migration.sql'), sql)
  await writeFile(join(base, LOCK_FILE), lockFileText(dialect))
  return folder
}
