import { startServers } from './app.ts'
import { test as base, expect } from './chat-test.ts'
import { envOf } from './test.ts'
import { testDatabase } from './test-database.ts'

/** The `test` of the pages on a server that remembers, with the embedding model that it brings. */
export const test = base.extend({
  app: [
    async ({ servers, upstream, postgresUrl }, use) => {
      const database = await testDatabase(postgresUrl)
      const app = await startServers(servers, { ...envOf(database, upstream), RECALL: '1' })
      await use(app)
      await app.stop()
      await database.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** Waits until so many exchanges are indexed, by words and by meaning. */
export async function untilRemembered(base: string, exchanges: number): Promise<void> {
  const state = async () => {
    const {
      available,
      exchanges: count,
      waiting,
      withoutVector,
    } = await (await fetch(`${base}/api/memory/state`)).json()
    return { available, exchanges: count, waiting, withoutVector }
  }
  await expect
    .poll(state, { timeout: 30_000 })
    .toEqual({ available: true, exchanges, waiting: 0, withoutVector: 0 })
}

export { expect }
