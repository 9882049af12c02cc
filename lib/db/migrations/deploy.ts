import { locateDatabase } from '../database-url.ts'
import { postgresTarget } from './postgres-target.ts'
import { readMigrations } from './read-migrations.ts'
import { sqliteTarget } from './sqlite-target.ts'
import type { MigrationTarget } from './target.ts'

export type Deployed = {
  /** Names of the migrations that were applied now, oldest first. */
  applied: string[]
  /** The copy of the SQLite file as it was before, where it held something and was changed. */
  backup: string | null
}

/**
 * Applies what is pending. Calls that run at the same time, also in other processes, wait for one another. With
 * nothing pending it only reads one table. Throws `database_unavailable` with one line that says what is wrong.
 * `root` is the folder that holds `prisma/`, and from which relative SQLite paths count.
 */
export async function deployMigrations(options: { url: string; root: string; now: Date }): Promise<Deployed> {
  const target = openTarget(options)
  const migrations = await readMigrations(options.root, target.dialect)
  if ((await target.pending(migrations)).length === 0) return { applied: [], backup: null }
  return target.apply(migrations, options.now)
}

/** Names of the migrations that wait to be applied; changes nothing. */
export async function migrationStatus(options: { url: string; root: string }): Promise<string[]> {
  const target = openTarget(options)
  const pending = await target.pending(await readMigrations(options.root, target.dialect))
  return pending.map((migration) => migration.name)
}

function openTarget({ url, root }: { url: string; root: string }): MigrationTarget {
  const location = locateDatabase(url, root)
  return location.dialect === 'sqlite' ? sqliteTarget(location) : postgresTarget(location)
}
