import { patch, say, setSettings, threadOf } from '../support/api.ts'
import { type ChatPage, chatPageOf } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { TWO_LOOKS } from '../support/looks.ts'
import { overflowing } from '../support/overflow.ts'
import { problems } from '../support/problems.ts'
import { promptsOf } from '../support/prompts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const memoryButton = ({ page }: ChatPage) => page.getByRole('button', { name: /^Memory: / })
const popover = ({ page }: ChatPage) => page.getByRole('dialog', { name: 'Memory of this conversation' })
/** Types a limit by exchanges, switching it on where it is off. */
async function limitExchanges(chat: ChatPage, count: string): Promise<void> {
  const form = popover(chat)
  await form.getByRole('checkbox', { name: 'Limit by exchanges', exact: true }).check()
  await form.getByRole('textbox', { name: 'Limit by exchanges: exchanges' }).fill(count)
}

test('what is tried shows in words, at the line and at the meter, and is gone when one leaves without saving', async ({
  app,
  chat,
  page,
}) => {
  const sessionId = await chat.openWith(app.url, 'one', 'two', 'three')
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 8,000 tokens + summary')
  await expect.poll(chat.lineStates).toEqual(Array(6).fill('sent'))
  await memoryButton(chat).click()
  await expect(popover(chat).getByRole('checkbox').first()).toBeFocused()
  await expect(page.getByRole('tooltip')).toBeHidden()
  const effect = popover(chat).getByText(/the next turn sends/i)
  await expect(effect).toHaveText(/^The next turn sends \d+ tokens, and leaves nothing out\.$/)
  await expect(popover(chat).getByRole('button', { name: 'Save' })).toBeDisabled()

  await popover(chat).getByRole('checkbox', { name: 'Summarise what is older', exact: true }).uncheck()
  await limitExchanges(chat, '1')
  await expect(effect).toHaveText(
    /^With 1 exchange and no summary the next turn sends \d+ tokens instead of \d+, and leaves out 4 messages\.$/,
  )
  await expect.poll(chat.lineStates).toEqual(['leftOut', 'leftOut', 'leftOut', 'leftOut', 'sent', 'sent'])
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 1 exchange, 8,000 tokens')

  // Pressing beside it loses nothing that was tried; Escape leaves.
  await page
    .getByRole('banner')
    .last()
    .click({ position: { x: 200, y: 5 } })
  await expect(effect).toBeVisible()
  await popover(chat).getByRole('textbox').first().focus()
  await page.keyboard.press('Escape')
  await expect(popover(chat)).toBeHidden()
  await expect(memoryButton(chat)).toBeFocused()
  await expect.poll(chat.lineStates).toEqual(Array(6).fill('sent'))
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 8,000 tokens + summary')
  expect((await threadOf(app.url, sessionId)).session.memory).toBeNull()
})

test('what is saved counts from the next message on, stays after a reload, and can be taken back', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const sessionId = await chat.openWith(app.url, 'one', 'two')
  await memoryButton(chat).click()
  await popover(chat).getByRole('checkbox', { name: 'Summarise what is older', exact: true }).uncheck()
  await limitExchanges(chat, '1')
  await popover(chat).getByRole('button', { name: 'Save' }).click()
  await expect(popover(chat)).toBeHidden()
  await expect(chat.notices).toContainText('From the next message on: last 1 exchange, 8,000 tokens.')
  await expect(memoryButton(chat)).toHaveAccessibleName(/set for this conversation$/)
  expect((await threadOf(app.url, sessionId)).session.memory).toEqual({ maxExchanges: 1, useSummary: false })
  await chat.say('three')
  const questions = () =>
    promptsOf(upstream.requests)
      .at(-1)
      ?.filter(({ role }) => role === 'user')
      .map(({ content }) => content)
  expect(questions()).toEqual(['two', 'three'])

  await memoryButton(chat).click()
  const inherits = (name: string) =>
    popover(chat).getByRole('checkbox', { name: `${name}: as in the settings` })
  await expect(inherits('Limit by length')).toBeChecked()
  await expect(inherits('Limit by exchanges')).not.toBeChecked()
  await popover(chat).getByRole('button', { name: 'As before' }).click()
  await expect(popover(chat)).toBeHidden()
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 8,000 tokens + summary')
  expect((await threadOf(app.url, sessionId)).session.memory).toBeNull()
  await chat.say('four')
  expect(questions()).toEqual(['one', 'two', 'three', 'four'])

  await patch(`${app.url}/api/sessions/${sessionId}`, { memory: { maxExchanges: 2, useSummary: false } })
  await page.reload()
  await expect(memoryButton(chat)).toHaveAccessibleName(/^Memory: last 2 exchanges, 8,000 tokens, set for/)
  await memoryButton(chat).click()
  await inherits('Limit by exchanges').check()
  await inherits('Summarise what is older').check()
  await popover(chat).getByRole('button', { name: 'Save' }).click()
  await expect(memoryButton(chat)).toHaveAccessibleName('Memory: last 8,000 tokens + summary')
  expect((await threadOf(app.url, sessionId)).session.memory).toBeNull()
})

test('a change that cannot be stored says so, and what was tried stays', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'one', 'two')
  await memoryButton(chat).click()
  await limitExchanges(chat, '0')
  await page.route('**/api/sessions/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionrefused') : route.fallback(),
  )
  await popover(chat).getByRole('button', { name: 'Save' }).click()
  await expect(popover(chat).getByRole('alert')).toContainText('Not saved.')
  await page.unroute('**/api/sessions/*')
  await popover(chat).getByRole('button', { name: 'Save' }).click()
  await expect(memoryButton(chat)).toHaveAccessibleName(/^Memory: no memory, set for/)
})

test('another tab follows', async ({ app, chat, context }) => {
  const sessionId = await chat.openWith(app.url, 'one', 'two')
  const other = chatPageOf(await context.newPage())
  await other.open(`${app.url}/c/${sessionId}`)
  await other.page.bringToFront()
  await patch(`${app.url}/api/sessions/${sessionId}`, { memory: { maxExchanges: 0 } })
  await chat.page.bringToFront()
  await expect(memoryButton(chat)).toHaveAccessibleName(/^Memory: no memory, set for/)
  await expect.poll(chat.lineStates).toEqual(Array(4).fill('leftOut'))
})

test('a new chat tells the defaults, and leads to them', async ({ app, chat, page }) => {
  await setSettings(app.url, { memory: { maxExchanges: 12, maxTokens: 8_000, useSummary: false } })
  await chat.open()
  await memoryButton(chat).click()
  const told = page.getByRole('dialog', { name: 'Memory' })
  await expect(told).toContainText('up to 12 of the newest exchanges')
  await expect(told.getByRole('textbox')).toHaveCount(0)
  await told.getByRole('link', { name: 'your settings' }).click()
  await expect(page.getByRole('region', { name: 'Memory', exact: true })).toBeInViewport()
})

test('the settings show what they come to in the newest conversation or a chosen one, and go back', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, 'long one')
  for (const text of ['two', 'three']) await say(app.url, text, { sessionId })
  await say(app.url, 'short one')
  await chat.open('/settings')
  const memory = page.getByRole('region', { name: 'Memory', exact: true })
  const choice = memory.getByRole('combobox', { name: 'What that comes to in' })
  const effect = memory.getByText(/the next turn sends/i)
  await expect(effect).toHaveText(/^The next turn sends \d+ tokens, and leaves nothing out\.$/)
  await memory.getByRole('checkbox', { name: 'Summarise what is older' }).uncheck()
  await memory.getByRole('checkbox', { name: 'Limit by exchanges' }).check()
  await memory.getByRole('textbox', { name: 'Limit by exchanges: exchanges' }).fill('1')
  await expect(effect).toHaveText(/sends the same \d+ tokens, and leaves nothing out\.$/)
  await choice.selectOption({ label: 'long one' })
  await expect(effect).toHaveText(
    /^With 1 exchange and no summary .* instead of \d+, and leaves out 4 messages\.$/,
  )

  await memory.getByRole('button', { name: 'As before' }).click()
  await expect(memory.getByRole('status')).toHaveText('Saved')
  await expect(memory.getByRole('checkbox', { name: 'Limit by exchanges' })).not.toBeChecked()
  const stored = await (await fetch(`${app.url}/api/settings`)).json()
  expect(stored.memory).toEqual({ maxExchanges: null, maxTokens: 8_000, useSummary: true })
})

test('a conversation that cannot be read for the preview: the settings say why', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, 'hello')
  await page.route(`**/api/sessions/${sessionId}`, (route) => route.abort('connectionrefused'))
  await chat.open('/settings')
  await expect(page.getByRole('region', { name: 'Memory', exact: true })).toContainText(
    'The server cannot be reached.',
  )
})

test('the summary’s prompt: the default, one’s own with its place for the messages, and what would be sent', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, 'My dog is called Rex.')
  await say(app.url, 'two', { sessionId })
  const stored = async () => (await (await fetch(`${app.url}/api/settings`)).json()).summaryPrompt
  await chat.open('/settings')
  const section = page.getByRole('region', { name: 'Summary’s prompt' })
  await expect(section).toContainText('Summarise the conversation below')
  await section.getByRole('button', { name: 'Show what would be sent' }).click()
  const sent = section.getByRole('region', { name: 'What would be sent' })
  await expect(sent).toContainText('> My dog is called Rex.')
  await expect(sent).toContainText('Summarise the conversation below')
  await expect(sent).toContainText(/\d+ tokens\. None is due yet/)

  await section.getByRole('button', { name: 'Write your own' }).click()
  const field = section.getByRole('textbox', { name: 'Your prompt' })
  await expect(field).toHaveValue(/Summarise the conversation below/)
  await field.fill('In rhymes: {messages}')
  await expect(section.getByRole('status')).toHaveText('Saved')
  await expect(sent).toContainText('In rhymes: ')
  await field.fill('In rhymes')
  await expect(section.getByRole('alert')).toContainText('The prompt needs {messages}')
  expect(await stored()).toBe('In rhymes: {messages}')

  await section.getByRole('button', { name: 'Use the default again' }).click()
  await expect(section.getByRole('status')).toHaveText('Saved')
  expect(await stored()).toBeNull()
  await expect(sent).toContainText('Summarise the conversation below')
  await section.getByRole('button', { name: 'Write your own' }).click()
  await field.fill('Briefly: {messages}')
  await section.getByRole('button', { name: 'Use the default again' }).click()
  await section.getByRole('button', { name: 'Back to yours' }).click()
  await expect(field).toHaveValue('Briefly: {messages}')
  await expect.poll(stored).toBe('Briefly: {messages}')
})

for (const { name, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('the fields are within the screen, also in German and from right to left, and without fault for axe', async ({
      app,
      chat,
      page,
    }) => {
      await chat.openWith(
        app.url,
        'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
        'ما هي عاصمة فرنسا؟ أريد إجابة قصيرة',
      )
      await memoryButton(chat).click()
      await limitExchanges(chat, '1')
      await expect(popover(chat)).toContainText(
        /With 1 exchange the next turn sends .* until a summary tells them\./,
      )
      expect(await overflowing(page)).toEqual([])
      expect(await problems(page)).toEqual([])
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      expect(await overflowing(page)).toEqual([])
      await chat.open('/settings')
      await expect(page.getByText(/the next turn sends/i)).toBeVisible()
      await page.getByRole('button', { name: 'Show what would be sent' }).click()
      await expect(page.getByRole('region', { name: 'What would be sent' })).toBeVisible()
      expect(await overflowing(page)).toEqual([])
      expect(await problems(page)).toEqual([])
    })
  })
