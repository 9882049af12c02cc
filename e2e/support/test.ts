import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/start.ts'
import { type AppServer, startApp } from './app-server.ts'

type Shared = {
  upstream: FakeUpstream
  /** One server with its own database for all tests of a worker, on the fake upstream. */
  app: AppServer
}

/** Playwright's `test` with a server and an upstream; every test begins without sessions and with an empty log. */
export const test = base.extend<{ clean: undefined }, Shared>({
  upstream: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const upstream = await startFakeUpstream()
      await use(upstream)
      await upstream.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ upstream }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'throughline-'))
      const app = await startApp({
        DATABASE_URL: `file:${path.join(folder, 'app.db')}`,
        OPENAI_BASE_URL: `${upstream.url}/v1`,
      })
      await use(app)
      await app.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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

export { expect } from '@playwright/test'
