import { test as base } from '@playwright/test'
import type { Dialect } from '../../lib/db/database-url.ts'
import { startPostgres } from '../../lib/db/testing/postgres-server.ts'
import type { TestDatabase } from '../../lib/db/testing/test-database.ts'
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/start.ts'
import { type App, startServers } from './app.ts'
import { testDatabase } from './test-database.ts'

/** `servers`: how many there are behind one address; every request goes to the next of them. */
export type WorkerOptions = { dialect: Dialect; servers: number }

type Shared = WorkerOptions & {
  upstream: FakeUpstream
  /** A server on which databases can be made; null for SQLite, which needs none. */
  postgresUrl: string | null
  /** The application with its own database for all tests of a worker, on the fake upstream. */
  app: App
}

type Own = {
  clean: undefined
  /** A database of the test's own, which goes with it. */
  database: TestDatabase
  /** Starts the application for the test alone, on its database and the fake upstream where `env` says nothing else. */
  launch(env?: Record<string, string>): Promise<App>
}

/** Playwright's `test` with a server and an upstream; every test begins without sessions and with an empty log. */
export const test = base.extend<Own, Shared>({
  dialect: ['sqlite', { scope: 'worker', option: true }],
  servers: [1, { scope: 'worker', option: true }],
  upstream: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const upstream = await startFakeUpstream()
      await use(upstream)
      await upstream.close()
    },
    { scope: 'worker' },
  ],
  postgresUrl: [
    async ({ dialect }, use) => {
      if (dialect === 'sqlite') return use(null)
      const server = await startPostgres(process.env)
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: [
    async ({ servers, upstream, postgresUrl }, use) => {
      const database = await testDatabase(postgresUrl)
      const app = await startServers(servers, envOf(database, upstream))
      await use(app)
      await app.stop()
      await database.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  database: async ({ postgresUrl }, use) => {
    const database = await testDatabase(postgresUrl)
    await use(database)
    await database.remove()
  },
  launch: async ({ database, servers, upstream }, use) => {
    const started: App[] = []
    await use(async (env = {}) => {
      const app = await startServers(servers, { ...envOf(database, upstream), ...env })
      started.push(app)
      return app
    })
    await Promise.all(started.map((app) => app.stop()))
  },
  baseURL: async ({ app }, use) => use(app.url),
  clean: [
    async ({ app, upstream }, use) => {
      upstream.reset()
      const headers = { 'content-type': 'application/json' }
      const gone = await fetch(`${app.url}/api/sessions`, { method: 'DELETE', headers, body: '{}' })
      if (!gone.ok) throw new Error(`Sessions could not be deleted: ${await gone.text()}`)
      await use(undefined)
    },
    { auto: true },
  ],
})

export const envOf = (database: TestDatabase, upstream: FakeUpstream) => ({
  DATABASE_URL: database.url,
  OPENAI_BASE_URL: `${upstream.url}/v1`,
  // Its models are of no known name, and what a test holds to is exact.
  MODEL_ENCODING: 'o200k_base',
})

export { expect } from '@playwright/test'
