import { AppError } from '../../errors.ts'
import type { Dialect } from '../database-url.ts'
import type { Migration } from './read-migrations.ts'

const TIME = { sqlite: 'DATETIME', postgres: 'TIMESTAMPTZ' } as const

/**
 * The table in which Prisma keeps what was applied. We write it in Prisma's own form, so that its CLI can carry on
 * from here.
 */
export const createHistory = (dialect: Dialect): string => `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" ${TIME[dialect]},
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" ${TIME[dialect]},
  "started_at" ${TIME[dialect]} NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`

export const SELECT_HISTORY = `SELECT "migration_name", "finished_at" IS NOT NULL AS "finished"
  FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`

export type AppliedMigration = { name: string; finished: boolean }

/** What is still to be applied, oldest first. Throws where an earlier one stopped half-way. */
export function pendingMigrations(
  all: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const failed = applied.find((migration) => !migration.finished)
  if (failed)
    throw new AppError(
      'database_unavailable',
      `The migration ${failed.name} failed half-way before. Restore a copy of the database, or mend it and mark the migration with "prisma migrate resolve".`,
    )
  const done = new Set(applied.map((migration) => migration.name))
  return all.filter((migration) => !done.has(migration.name))
}
