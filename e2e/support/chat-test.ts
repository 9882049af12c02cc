import { DEFAULT_SETTINGS } from '../../lib/schemas/settings.ts'
import { setSettings } from './api.ts'
import { type ChatPage, chatPageOf } from './chat-page.ts'
import { test as base } from './test.ts'

/** The `test` of the pages: a browser on the shared server, which begins every test with the default settings. */
export const test = base.extend<{ chat: ChatPage; defaults: undefined }>({
  chat: async ({ page }, use) => use(chatPageOf(page)),
  defaults: [
    async ({ app }, use) => {
      await setSettings(app.url, DEFAULT_SETTINGS)
      await use(undefined)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
