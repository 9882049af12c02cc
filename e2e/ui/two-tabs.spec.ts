import type { Browser } from '@playwright/test'
import { post, readToEnd, say, send } from '../support/api.ts'
import { type ChatPage, chatPageOf } from '../support/chat-page.ts'
import { test as base, expect } from '../support/chat-test.ts'

/** Another device on the same server: a browser of its own, which shares nothing with the first. */
const test = base.extend<{ other: ChatPage }>({
  other: async ({ app, browser }, use) => {
    const context = await newDevice(browser, app.url)
    await use(chatPageOf(await context.newPage()))
    await context.close()
  },
})

const newDevice = (browser: Browser, baseURL: string) => browser.newContext({ baseURL })

const HELD = '[[words 9]] [[hold 3]]'
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ')
const row = ({ sidebar }: ChatPage, name: string | RegExp) => sidebar.getByRole('link', { name })

/** Done by another device, without a page. */
async function remove(url: string): Promise<Response> {
  const response = await fetch(url, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(response.ok).toBe(true)
  return response
}

/** Nothing tells this page of other windows any more. */
const deafen = ({ page }: ChatPage) => page.route('**/api/sessions', (route) => route.abort())

test('two tabs send in the same session: what is sent on one device appears on the other, with its answer as it streams', async ({
  app,
  chat,
  other,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  await other.open(`/c/${sessionId}`)
  await chat.send(HELD)
  await expect(other.questions.last()).toContainText(HELD)
  await expect(other.answers.last()).toContainText('word3')
  await expect(other.answers.last()).not.toContainText('word4')
  await expect(other.stop).toBeVisible()
  upstream.release()
  for (const page of [chat, other]) {
    await expect(page.stop).toBeHidden()
    expect(await page.textOf(page.answers.last())).toBe(words(9))
    await expect(page.answers).toHaveCount(2)
  }

  // And the other way.
  await other.say('and back')
  await expect(chat.questions.last()).toContainText('and back')
  await expect(chat.answers).toHaveCount(3)
})

test('two tabs send in the same session: the second is told that another window is being answered, for as long as it is, and loses nothing', async ({
  app,
  chat,
  other,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  await deafen(other)
  await other.open(`/c/${sessionId}`)
  await chat.send(HELD)
  await expect(chat.answers.last()).toContainText('word3')

  await other.send('mine')
  await expect(other.refusal).toContainText('This conversation is being answered in another window.')
  await expect(other.refusal).toContainText('Your message is kept here')
  await expect(other.field).toHaveValue('mine')
  await expect(other.questions.last()).toContainText(HELD)
  await expect(other.answers.last()).toContainText('word3')

  upstream.release()
  await expect(other.refusal).toBeHidden()
  expect(await other.textOf(other.answers.last())).toBe(words(9))
  await expect(other.field).toHaveValue('mine')
  await other.field.press('Enter')
  await expect(other.questions.last()).toContainText('mine')
  await expect(other.answers).toHaveCount(3)
  for (const page of [chat, other])
    await expect(page.questions).toHaveText([/^first/, /^\[\[words 9\]\]/, /^mine/])
})

test('two tabs send in the same session: a refusal whose answer is over by then leaves the message, and says nothing old', async ({
  app,
  chat,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await deafen(chat)
  await chat.open(`/c/${sessionId}`)
  const elsewhere = readToEnd(await send(app.url, HELD, { sessionId }))
  await upstream.waitFor(({ held }) => held)
  // The thread is read only when the other answer has ended.
  await chat.page.route(`**/api/sessions/${sessionId}`, async (route) => {
    upstream.release()
    await elsewhere
    await route.continue()
  })
  await chat.send('mine')
  await expect(chat.answers.last()).toContainText('word9')
  await expect(chat.refusal).toBeHidden()
  await expect(chat.field).toHaveValue('mine')
  await expect(chat.button('Send')).toBeEnabled()
})

test('tabs of one browser hear of each other at once, without asking', async ({ app, chat, context }) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  const tab = chatPageOf(await context.newPage())
  await tab.open(`/c/${sessionId}`)
  await deafen(tab)
  await chat.say('from the other tab')
  await expect(tab.questions.last()).toContainText('from the other tab')
  await expect(tab.answers).toHaveCount(2)
  await chat.button('Rename: first').click()
  const field = chat.page.getByRole('main').getByRole('textbox', { name: 'Title of the conversation' })
  await field.fill('a new title')
  await field.press('Enter')
  await expect(row(tab, 'a new title')).toBeVisible()
  await expect(tab.button('Rename: a new title')).toBeVisible()
})

test('switching the session while streaming writes the answer into the wrong session: it does not, on either device', async ({
  app,
  chat,
  other,
  upstream,
}) => {
  const one = await say(app.url, 'one')
  const two = await say(app.url, 'two')
  await chat.open(`/c/${one.sessionId}`)
  await other.open(`/c/${one.sessionId}`)
  await chat.send(HELD)
  await expect(chat.answers.last()).toContainText('word3')
  await expect(other.answers.last()).toContainText('word3')

  await row(chat, /^two/).click()
  await expect(chat.questions).toHaveText([/^two/])
  await other.page.goto(`/c/${two.sessionId}`)
  upstream.script({ text: 'only for two' })
  await chat.say('more of two')
  await expect(chat.answers).toHaveText([/You said "two"/, /only for two/])
  await expect(other.answers).toHaveText([/You said "two"/, /only for two/])

  upstream.release()
  await row(chat, /^one/).click()
  await row(other, /^one/).click()
  for (const page of [chat, other]) {
    await expect(page.stop).toBeHidden()
    await expect(page.answers).toHaveCount(2)
    await expect(page.answers.last()).toContainText('word9')
    expect(await page.textOf(page.answers.last())).toBe(words(9))
  }
})

test('an answer is stopped from the other device', async ({ app, chat, other, upstream }) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  await other.open(`/c/${sessionId}`)
  await chat.send(HELD)
  await expect(other.answers.last()).toContainText('word3')
  await other.stop.click()
  await upstream.waitFor(({ closedEarly }) => closedEarly)
  for (const page of [chat, other]) await expect(page.answers.last()).toContainText('Stopped.')
})

test('another device clears, starts afresh and takes both back: an open page follows', async ({
  app,
  chat,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
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
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
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

test('deleted on another device: an open page says so, keeps the draft, and offers nothing that must fail; an undo brings it back', async ({
  app,
  chat,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  await chat.field.fill('not sent yet')
  const { purgeId } = await (await remove(`${app.url}/api/sessions/${sessionId}`)).json()

  const main = chat.page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('This conversation was deleted')
  await expect(row(chat, /^first/)).toBeHidden()
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.field).toBeHidden()
  await expect(main.getByRole('textbox', { name: 'Your message, not sent' })).toHaveValue('not sent yet')
  await expect(main.getByRole('link', { name: 'New chat' })).toBeVisible()
  for (const name of ['More', 'Answer again', 'What the model saw', 'Rename: first'])
    await expect(main.getByRole('button', { name, exact: true })).toBeHidden()

  await post(`${app.url}/api/undo`, { purgeId })
  await expect(chat.field).toHaveValue('not sent yet')
  await expect(row(chat, /^first/)).toBeVisible()
  await chat.field.press('Enter')
  await expect(chat.answers).toHaveCount(2)
})

test('deleted in another tab: an open page hears of it at once, and leads to a new chat', async ({
  app,
  chat,
  context,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  const tab = chatPageOf(await context.newPage())
  await deafen(tab)
  await tab.open(`/c/${sessionId}`)
  await row(chat, /^first/).press('Delete')
  await chat.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
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
  await expect(row(chat, /^deleted unheard/)).toBeVisible()
  await remove(`${app.url}/api/sessions/${sessionId}`)
  await row(chat, /^deleted unheard/).click()
  await expect(chat.page.getByRole('heading', { name: 'This conversation is not here' })).toBeVisible()
  await expect(row(chat, /^deleted unheard/)).toBeHidden()
})

test('Enter while an answer is written says that the message waits, for as long as it does', async ({
  app,
  chat,
  other,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'first')
  await chat.open(`/c/${sessionId}`)
  await other.open(`/c/${sessionId}`)
  await chat.send(HELD)
  for (const page of [chat, other]) {
    await expect(page.answers.last()).toContainText('word3')
    await expect(page.refusal).toBeHidden()
    await page.send('mine')
    await expect(page.refusal).toContainText('An answer is being written')
    await expect(page.refusal).toContainText('Your message waits in the field')
  }
  await expect(other.refusal).toContainText('begun in another window')
  await expect(chat.refusal).not.toContainText('another window')

  upstream.release()
  for (const page of [chat, other]) {
    await expect(page.refusal).toBeHidden()
    await expect(page.field).toHaveValue('mine')
    await expect(page.questions).toHaveText([/^first/, /^\[\[words 9\]\]/])
  }
})

test('title stays “New chat”: one that comes later, from elsewhere, is shown without a reload', async ({
  app,
  chat,
}) => {
  const { sessionId } = await say(app.url, 'first words')
  await chat.open(`/c/${sessionId}`)
  await expect(row(chat, /^first words/)).toBeVisible()
  await fetch(`${app.url}/api/sessions/${sessionId}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A better title' }),
  })
  await expect(row(chat, 'A better title')).toBeVisible()
  await expect(chat.button('Rename: A better title')).toBeVisible()
  await expect(chat.page).toHaveTitle(/^A better title/)
})

test('the list follows other devices: what is begun, and what is deleted', async ({ app, chat, other }) => {
  await say(app.url, 'there before')
  await chat.open()
  await expect(row(chat, /^there before/)).toBeVisible()
  await other.open()
  await other.say('begun elsewhere')
  await expect(row(chat, /^begun elsewhere/)).toBeVisible()
  await row(other, /^there before/).press('Delete')
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row(chat, /^there before/)).toBeHidden()
})

test('a list in which nothing happens is asked for at the cost of a tag', async ({ app, chat }) => {
  await say(app.url, 'quiet')
  const unchanged = chat.page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/sessions' && response.status() === 304,
  )
  await chat.open()
  await unchanged
  await expect(row(chat, /^quiet/)).toBeVisible()
})
