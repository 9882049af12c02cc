import { post, say, setSettings } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { promptsOf } from '../support/prompts.ts'

const remembering = (limits: { maxExchanges?: number | null; maxTokens?: number | null }) => ({
  memory: { maxExchanges: null, maxTokens: 8_000, useSummary: false, ...limits },
})

test('every message says whether it is sent, in how many tokens, or why not', async ({ app, chat }) => {
  const sessionId = await chat.openWith(app.url, 'one', 'two')
  await expect(chat.line).toHaveCount(4)
  for (const piece of await chat.line.all())
    await expect(piece).toHaveAccessibleName(
      /^(You|Answer)\. Sent\. \d+ tokens?\. Opens the context panel\.$/,
    )

  await setSettings(app.url, remembering({ maxExchanges: 1 }))
  await chat.open(`/c/${sessionId}`)
  await expect.poll(chat.lineStates).toEqual(['leftOut', 'leftOut', 'sent', 'sent'])
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Not sent: beyond the last exchange\./)
  await chat.line.first().hover()
  await expect(chat.page.getByRole('tooltip')).toContainText('Not sent: beyond the last exchange.')

  await setSettings(app.url, remembering({ maxExchanges: 0 }))
  await chat.open(`/c/${sessionId}`)
  await expect.poll(chat.lineStates).toEqual(['leftOut', 'leftOut', 'leftOut', 'leftOut'])
  await expect(chat.line.last()).toHaveAccessibleName(
    /^Answer\. Not sent: only your newest message and what you pinned are sent\./,
  )
})

test('above a fresh start the line says so, until it is undone', async ({ app, chat }) => {
  const { sessionId } = await say(app.url, 'one')
  await post(`${app.url}/api/sessions/${sessionId}/divider`, {})
  await say(app.url, 'two', { sessionId })
  await chat.open(`/c/${sessionId}`)
  await expect(chat.thread).toContainText('Fresh start')
  await expect(chat.line.first()).toHaveAccessibleName(/Not sent: above your fresh start\./)
  await expect(chat.line.last()).toHaveAccessibleName(/Sent\./)
  await chat.thread.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\./)
  await expect(chat.thread).not.toContainText('Fresh start')
})

test('the line follows the draft: a long one lets the oldest go, a shorter one takes it back', async ({
  app,
  chat,
}) => {
  await setSettings(app.url, remembering({ maxTokens: 300 }))
  await chat.openWith(app.url, `one ${'word '.repeat(60)}`, 'two')
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\./)
  await chat.field.fill('draft '.repeat(200))
  await expect(chat.line.first()).toHaveAccessibleName(/Not sent: left out to stay within 300 tokens\./)
  await chat.field.fill('short')
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\./)
})

test('the panel opens from the line and by its keys, says tokens and what was left out, and is remembered', async ({
  app,
  chat,
  page,
}) => {
  await setSettings(app.url, { instructions: 'Be brief.', ...remembering({ maxExchanges: 1 }) })
  await chat.openWith(app.url, 'the first question', 'the second question')
  await expect(chat.panel).toBeHidden()
  await chat.line.last().click()
  await expect(chat.panel.getByRole('heading', { name: 'What the model will see' })).toBeVisible()
  await expect(chat.panel).toContainText(/\d+ of 6,144 tokens/)
  const sent = chat.panel.getByRole('region', { name: 'Sent' })
  await expect(sent).toContainText(/Instructions.*\d+ tokens/)
  await expect(sent).toContainText('the second question')
  const left = chat.panel.getByRole('region', { name: 'Left out' })
  await expect(left).toContainText('2 messages from “the first question”: beyond the last exchange')

  await page.reload()
  await expect(chat.panel).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  await expect(chat.panel).toBeHidden()
  await page.keyboard.press('Control+Shift+L')
  await expect(chat.panel).toBeVisible()
  await chat.button('Close the panel').click()
  await expect(chat.panel).toBeHidden()
})

test('a past answer shows the line as it was, and exactly what the model was sent', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.openWith(app.url, 'one', 'two')
  const first = chat.answers.first()
  await first.hover()
  await first.getByRole('button', { name: 'What the model saw' }).click()
  await expect(chat.panel.getByRole('heading', { name: 'What the model saw' })).toBeVisible()
  const names = [/^You\. Was sent\./, /answer that all this was sent for/, /Came later/, /Came later/]
  for (const [index, name] of names.entries()) await expect(chat.line.nth(index)).toHaveAccessibleName(name)

  await chat.panel.getByRole('button', { name: 'Show exactly what was sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exactly what was sent' })
  const [prompt] = promptsOf(upstream.requests)
  await expect(dialog.locator('pre')).toHaveText(prompt?.map(({ content }) => content) ?? [])
  await page.keyboard.press('Escape')
  await chat.panel.getByRole('button', { name: 'Back to the next turn' }).click()
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\./)
})
