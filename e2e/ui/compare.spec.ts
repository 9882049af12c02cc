import { setSettings, threadOf } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { ALL_LOOKS } from '../support/looks.ts'
import { overflowing } from '../support/overflow.ts'
import { problems } from '../support/problems.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const memoryButton = ({ page }: ChatPage) => page.getByRole('button', { name: /^Memory: / })
const dialog = ({ page }: ChatPage) => page.getByRole('dialog', { name: 'Compare two settings' })
const column = (chat: ChatPage, name: 'A' | 'B') => dialog(chat).getByRole('group', { name })

async function openCompare(chat: ChatPage): Promise<void> {
  await memoryButton(chat).click()
  await chat.button('Compare two settings…').click()
  await expect(dialog(chat)).toBeVisible()
}

test.beforeEach(async ({ app }) => {
  await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 8_000, useSummary: false } })
})

test('two settings are planned side by side, the difference is told, and no model is called', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const sessionId = await chat.openWith(app.url, 'one', 'two', 'three')
  const called = upstream.requests.length
  await openCompare(chat)
  await expect(column(chat, 'A')).toContainText('Counts now in this conversation.')
  await expect(column(chat, 'A')).toContainText('6 messages, and your new one.')
  await expect(dialog(chat)).toContainText(/Both send the same: \d+ tokens\./)

  await column(chat, 'B').getByRole('textbox', { name: 'Limit by exchanges: exchanges' }).fill('1')
  await expect(dialog(chat)).toContainText(
    /B sends \d+ tokens less than A: \d+ beside \d+\. 4 messages are sent by A alone\./,
  )
  await expect(column(chat, 'B')).toContainText('2 messages, and your new one.')
  await expect(column(chat, 'B').getByRole('list', { name: 'Left out' })).toHaveText(
    '4 messages from “one”: beyond the last exchange',
  )
  const rows = dialog(chat).getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(1)).toHaveText(/You one.*sent.*left out/)
  await expect(rows.nth(5)).toHaveText(/You three.*sent.*sent/)

  await column(chat, 'A').getByRole('checkbox', { name: 'Limit by length' }).uncheck()
  await expect(column(chat, 'A')).toContainText('Use A in this conversation')
  expect(upstream.requests).toHaveLength(called)
  expect((await threadOf(app.url, sessionId)).session.memory).toBeNull()

  await page.keyboard.press('Escape')
  await expect(dialog(chat)).toBeHidden()
  await expect(memoryButton(chat)).toBeFocused()
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 8,000 tokens')
})

test('what was tried stands in B, and either can be used', async ({ app, chat }) => {
  const sessionId = await chat.openWith(app.url, 'one', 'two')
  await memoryButton(chat).click()
  const form = chat.page.getByRole('dialog', { name: 'Memory of this conversation' })
  await form.getByRole('textbox', { name: 'Limit by length: tokens' }).fill('500')
  await chat.button('Compare two settings…').click()
  await expect(column(chat, 'A').getByRole('textbox', { name: 'Limit by length: tokens' })).toHaveValue(
    '8,000',
  )
  await expect(column(chat, 'B').getByRole('textbox', { name: 'Limit by length: tokens' })).toHaveValue('500')
  await chat.button('Use B in this conversation').click()
  await expect(dialog(chat)).toBeHidden()
  await expect(chat.notices).toContainText('From the next message on: last 500 tokens.')
  expect((await threadOf(app.url, sessionId)).session.memory).toEqual({ maxTokens: 500 })
  await chat.notices.getByRole('button', { name: 'As before' }).click()
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 8,000 tokens')
  expect((await threadOf(app.url, sessionId)).session.memory).toBeNull()
})

for (const { name, options } of ALL_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('is within the screen, in any language, and without fault for axe', async ({ app, chat, page }) => {
      await chat.openWith(
        app.url,
        'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung',
        'ما هي عاصمة فرنسا؟ أريد إجابة قصيرة',
        'three',
      )
      await openCompare(chat)
      await column(chat, 'B').getByRole('textbox', { name: 'Limit by exchanges: exchanges' }).fill('1')
      await expect(dialog(chat)).toContainText('less than A')
      expect(await overflowing(page)).toEqual([])
      expect(await problems(page)).toEqual([])
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      expect(await overflowing(page)).toEqual([])
    })
  })
