import { post, remove, say } from '../support/api.ts'
import { deafen, expect, test } from '../support/other-pages.ts'

test('deleted on another device: an open page says so, keeps the draft, and offers nothing that must fail; an undo brings it back', async ({
  app,
  chat,
}) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await chat.field.fill('not sent yet')
  const { purgeId } = await (await remove(`${app.url}/api/sessions/${sessionId}`)).json()

  const main = chat.page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('This conversation was deleted')
  await expect(chat.row(/^first/)).toBeHidden()
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.field).toBeHidden()
  await expect(main.getByRole('textbox', { name: 'Your message, not sent' })).toHaveValue('not sent yet')
  await expect(main.getByRole('link', { name: 'New chat' })).toBeVisible()
  for (const name of ['More', 'Answer again', 'What the model saw', 'Rename: first'])
    await expect(main.getByRole('button', { name, exact: true })).toBeHidden()

  await post(`${app.url}/api/undo`, { purgeId })
  await expect(chat.field).toHaveValue('not sent yet')
  await expect(chat.row(/^first/)).toBeVisible()
  await chat.field.press('Enter')
  await expect(chat.answers).toHaveCount(2)
})

test('deleted in another tab: an open page hears of it at once, and leads to a new chat', async ({
  app,
  chat,
  tab,
}) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await deafen(tab)
  await tab.open(`/c/${sessionId}`)
  await chat.row(/^first/).press('Delete')
  await chat.confirm('Delete')
  // The tab that deleted it leaves the page, as it always did.
  await chat.page.waitForURL((url) => url.pathname === '/')
  await expect(chat.field).toBeVisible()

  const main = tab.page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('This conversation was deleted')
  await main.getByRole('link', { name: 'New chat' }).click()
  await expect(tab.field).toBeVisible()
  await tab.say('begun anew')
  expect(await tab.sessionId()).not.toBe(sessionId)
})

test('a row of a conversation that was deleted unheard goes when it is opened', async ({ app, chat }) => {
  const { sessionId } = await say(app.url, 'deleted unheard')
  await deafen(chat)
  await chat.open()
  await expect(chat.row(/^deleted unheard/)).toBeVisible()
  await remove(`${app.url}/api/sessions/${sessionId}`)
  await chat.row(/^deleted unheard/).click()
  await expect(chat.page.getByRole('heading', { name: 'This conversation is not here' })).toBeVisible()
  await expect(chat.row(/^deleted unheard/)).toBeHidden()
})
