import { patch, post, remove, say } from '../support/api.ts'
import { deafen, expect, test } from '../support/other-pages.ts'

test('tabs of one browser hear of each other at once, without asking', async ({ app, chat, tab }) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await tab.open(`/c/${sessionId}`)
  await deafen(tab)
  await chat.say('from the other tab')
  await expect(tab.questions.last()).toContainText('from the other tab')
  await expect(tab.answers).toHaveCount(2)
  await chat.button('Rename: first').click()
  const field = chat.page.getByRole('main').getByRole('textbox', { name: 'Title of the conversation' })
  await field.fill('a new title')
  await field.press('Enter')
  await expect(tab.row('a new title')).toBeVisible()
  await expect(tab.button('Rename: a new title')).toBeVisible()
})

test('another device clears, starts afresh and takes both back: an open page follows', async ({
  app,
  chat,
}) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await expect(chat.answers).toHaveCount(1)
  const path = `${app.url}/api/sessions/${sessionId}`
  const cut = chat.thread.getByText('Fresh start')

  const divider = await (await post(`${path}/divider`, {})).json()
  await expect(cut).toBeVisible()
  await remove(`${path}/divider/${divider.id}`)
  await expect(cut).toBeHidden()

  const { purgeId } = await (await post(`${path}/clear`, {})).json()
  await expect(chat.answers).toHaveCount(0)
  await post(`${app.url}/api/undo`, { purgeId })
  await expect(chat.answers).toHaveCount(1)
})

test('a list that is older than the thread has it read once, not without end', async ({ app, chat }) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await deafen(chat)
  const reads: string[] = []
  chat.page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/sessions/${sessionId}`) reads.push(request.method())
  })
  await chat.button('More').click()
  await chat.page.getByRole('menuitem', { name: /^Start afresh here/ }).click()
  await expect(chat.thread.getByText('Fresh start')).toBeVisible()
  // The page has had time for many a reading by the time that an answer has come.
  await chat.say('more')
  expect(reads.length).toBeLessThan(6)
})

test('title stays “New chat”: one that comes later, from elsewhere, is shown without a reload', async ({
  app,
  chat,
}) => {
  const sessionId = await chat.openWith(app.url, 'first words')
  await expect(chat.row(/^first words/)).toBeVisible()
  await patch(`${app.url}/api/sessions/${sessionId}`, { title: 'A better title' })
  await expect(chat.row('A better title')).toBeVisible()
  await expect(chat.button('Rename: A better title')).toBeVisible()
  await expect(chat.page).toHaveTitle(/^A better title/)
  // As React does when it comes to that part of what the server rendered late.
  await chat.page.evaluate(() => {
    document.title = 'first words · Throughline'
  })
  await expect(chat.page).toHaveTitle(/^A better title/)
  await chat.page.getByRole('link', { name: 'Settings' }).click()
  await expect(chat.page).toHaveTitle(/^Settings/)
  await chat.page.goBack()
  await expect(chat.page).toHaveTitle(/^A better title/)
})

test('the list follows other devices: what is begun, and what is deleted', async ({ app, chat, other }) => {
  await say(app.url, 'there before')
  await chat.open()
  await expect(chat.row(/^there before/)).toBeVisible()
  await other.open()
  await other.say('begun elsewhere')
  await expect(chat.row(/^begun elsewhere/)).toBeVisible()
  await other.row(/^there before/).press('Delete')
  await other.confirm('Delete')
  await expect(chat.row(/^there before/)).toBeHidden()
})

test('a list in which nothing happens is asked for at the cost of a tag', async ({ app, chat }) => {
  await say(app.url, 'quiet')
  const unchanged = chat.page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/sessions' && response.status() === 304,
  )
  await chat.open()
  await unchanged
  await expect(chat.row(/^quiet/)).toBeVisible()
})
