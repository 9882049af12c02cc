import { type ChatPage, chatPageOf } from './chat-page.ts'
import { test as base } from './chat-test.ts'

type Others = {
  /** On another device: in a browser of its own, which shares nothing with the first. */
  other: ChatPage
  /** Another tab of the same browser. */
  tab: ChatPage
}

/** The `test` of what goes on between several pages on one server. */
export const test = base.extend<Others>({
  other: async ({ app, browser }, use) => {
    const context = await browser.newContext({ baseURL: app.url })
    await use(chatPageOf(await context.newPage()))
    await context.close()
  },
  tab: async ({ context }, use) => use(chatPageOf(await context.newPage())),
})

/** Nothing tells this page of the others any more. */
export const deafen = ({ page }: ChatPage) => page.route('**/api/sessions', (route) => route.abort())

export { expect } from '@playwright/test'
