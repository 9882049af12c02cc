import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dialect } from '../database-url.ts'

/** One folder of `prisma/<dialect>/migrations`. `checksum` is as Prisma computes it: SHA-256 of the file. */
export type Migration = { name: string; sql: string; checksum: string }

export const migrationsFolder = (root: string, dialect: Dialect): string =>
  join(root, 'prisma', dialect, 'migrations')

/** All migrations of a dialect, oldest first. */
export async function readMigrations(root: string, dialect: Dialect): Promise<Migration[]> {
  const folder = migrationsFolder(root, dialect)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
