import type { AppServer } from './app-server.ts'
import { test as base } from './test.ts'

/** The `test` of what goes on between two servers on one database, each called by its own address. */
export const test = base.extend<{ one: AppServer; other: AppServer }>({
  servers: [2, { scope: 'worker' }],
  one: async ({ app }, use) => use(serverOf(app.servers, 0)),
  other: async ({ app }, use) => use(serverOf(app.servers, 1)),
})

function serverOf(servers: readonly AppServer[], index: number): AppServer {
  const server = servers[index]
  if (!server) throw new Error(`There are ${servers.length} servers, and none of the number ${index}.`)
  return server
}

export { expect } from '@playwright/test'
