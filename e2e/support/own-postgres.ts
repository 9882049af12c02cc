import { type OwnPostgres, startOwnPostgres } from '../../lib/db/testing/postgres-server.ts'
import { test as base } from './test.ts'

/** The `test` of what a database does that goes away: not the one that other tests share. */
export const test = base.extend<{ own: OwnPostgres }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  own: async ({}, use) => {
    const own = await startOwnPostgres(process.env)
    await use(own)
    await own.stop()
  },
})

/** How long it is away: the length of the fault, and no wait for anything. */
export const AWAY_MS = 5_000

/** Over before the database is back: no process may take another for dead that only could not say that it lives. */
export const LEASE = { HEARTBEAT_MS: '250', DEAD_AFTER_MS: '4000' }

export { expect } from '@playwright/test'
