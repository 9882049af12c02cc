import { startApp } from '../e2e/support/app-server.ts'
import { seedSessions } from '../e2e/support/seed-sessions.ts'
import { emptySqlite } from '../lib/db/testing/test-database.ts'
import { chatText } from './chat-text.ts'
import { openBrowser, openPage } from './page/browser.ts'
import { sidebar } from './page/sidebar.ts'
import { switching } from './page/switching.ts'
import { createRandom } from './random.ts'
import type { Result } from './result.ts'

const SESSIONS = 10_000
const MESSAGES = 1_000

/** The page in a browser, as the production server sends it. */
export default async function page(): Promise<Result[]> {
  const database = await emptySqlite()
  const app = await startApp({ DATABASE_URL: database.url })
  try {
    await seedSessions(database.url, {
      count: SESSIONS,
      titleOf: titles(),
      messagesIn: (index) => (index < 2 ? MESSAGES : 2),
      textOf: texts(),
    })
    const browser = await openBrowser()
    try {
      const bench = await openPage(browser)
      return [...(await switching(bench, app.url, MESSAGES)), ...(await sidebar(bench, app.url, SESSIONS))]
    } finally {
      await browser.close()
    }
  } finally {
    await app.stop()
    await database.remove()
  }
}

function titles(): (index: number) => string {
  const lines = chatText(400_000)
    .split('\n')
    .filter((line) => line.length > 15)
  return (index) => (lines[index % lines.length] ?? '').slice(0, 60)
}

/** Questions of a line or two, answers of some paragraphs with lists, tables and code. */
function texts(): (index: number, seq: number) => string {
  const text = chatText(400_000)
  const { below } = createRandom(7)
  return (_index, seq) => {
    const from = below(text.length - 2_000)
    return text.slice(from, from + (seq % 2 === 0 ? 20 + below(200) : 200 + below(1_500))).trim()
  }
}
