import { threadView } from '../../lib/schemas/thread.ts'
import { patch, say } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { test as base, expect } from '../support/chat-test.ts'
import { roundRobin } from '../support/round-robin.ts'

/** What stands before the server and lets no change through until it is opened. */
type Gate = { url: string; open(): void; held: string[] }

const test = base.extend<{ gate: Gate }>({
  gate: async ({ app }, use) => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const held: string[] = []
    const proxy = await roundRobin([app.url], ({ method = '', url }) => {
      if (method !== 'PATCH' && method !== 'DELETE') return null
      held.push(`${method} ${url}`)
      return opened
    })
    await use({ url: proxy.url, open, held })
    open()
    await proxy.close()
  },
})

const TITLE = 'what it is about'

const cases = [
  {
    what: 'a rename',
    async change(chat: ChatPage) {
      await chat.row(TITLE).press('F2')
      await chat.page.keyboard.type('by its new name')
      await chat.page.keyboard.press('Enter')
    },
    outcome: { status: 200, title: 'by its new name', pinned: false },
  },
  {
    what: 'a delete',
    async change(chat: ChatPage) {
      await chat.row(TITLE).press('Delete')
      await chat.confirm('Delete')
    },
    outcome: { status: 404 },
  },
  {
    what: 'a mark',
    async change(chat: ChatPage) {
      await chat.questions.first().hover()
      await chat.questions
        .first()
        .getByRole('button', { name: 'Always send this exchange', exact: true })
        .click()
    },
    outcome: { status: 200, title: TITLE, pinned: true },
  },
]

for (const { what, change, outcome } of cases)
  test(`${what} that was on its way when the page was left arrives all the same`, async ({
    app,
    chat,
    context,
    gate,
    page,
  }) => {
    const { sessionId } = await say(app.url, 'hello')
    await patch(`${app.url}/api/sessions/${sessionId}`, { title: TITLE })
    await chat.open(`${gate.url}/c/${sessionId}`)
    await change(chat)
    await expect.poll(() => gate.held).toHaveLength(1)
    await page.close()
    // What ended with the page has ended before another page is there.
    await (await context.newPage()).goto(gate.url)
    gate.open()
    await expect
      .poll(async () => {
        const response = await fetch(`${app.url}/api/sessions/${sessionId}`)
        if (!response.ok) return { status: response.status }
        const { session, messages } = threadView.parse(await response.json())
        return { status: response.status, title: session.title, pinned: messages[0]?.pinned }
      })
      .toEqual(outcome)
  })
