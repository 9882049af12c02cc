import { emptySqlite } from '../../lib/db/testing/test-database.ts'
import { type AppServer, startApp } from './app-server.ts'
import type { ChatPage } from './chat-page.ts'
import { test as base } from './chat-test.ts'
import { seedSessions } from './seed-sessions.ts'
import { envOf } from './test.ts'

export const COUNT = 10_000
const titleOf = (index: number) => {
  if (index % 1_000 === 7) return `Trip to Café Müller ${index}`
  if (index === 5_432) return 'Große Straße'
  if (index === 4_321) return '100% of it_all'
  return `chat ${index}`
}

/**
 * The `test` of a list of ten thousand sessions. They are written once, for all files that take their `test` from here:
 * each test leaves as many, or nearly, and those that another looks for by their names.
 */
export const test = base.extend<object, { big: AppServer }>({
  big: [
    async ({ upstream }, use) => {
      const database = await emptySqlite()
      const app = await startApp(envOf(database, upstream))
      await seedSessions(database.url, {
        count: COUNT,
        titleOf,
        messagesIn: (index) => (index < 600 ? 2 : 0),
      })
      await use(app)
      await app.stop()
      await database.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** By its whole name: "chat 5" stands at the beginning of many. */
export const row = ({ sidebar }: ChatPage, name: string) => sidebar.getByRole('link', { name, exact: true })

export const filter = ({ sidebar }: ChatPage) =>
  sidebar.getByRole('searchbox', { name: 'Filter conversations by title' })

export { expect } from '@playwright/test'
