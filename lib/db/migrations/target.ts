import type { Dialect } from '../database-url.ts'
import type { Deployed } from './deploy.ts'
import type { Migration } from './read-migrations.ts'

/** A database that migrations are applied to. */
export type MigrationTarget = {
  dialect: Dialect
  /** Read without a lock. */
  pending(all: readonly Migration[]): Promise<Migration[]>
  /** Applies what is still pending once the lock is ours. */
  apply(all: readonly Migration[], now: Date): Promise<Deployed>
}
