import { say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { HELD, words } from '../support/held-answer.ts'
import { promptsOf } from '../support/prompts.ts'

test('a reload in the middle of an answer shows how far it is, and follows it to its end', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  await chat.sendHeld()
  await page.waitForURL(/\/c\//)
  await page.reload()
  await expect(chat.answers).toContainText('word1 word2 word3')
  await expect(chat.answers).not.toContainText('word4')
  await expect(chat.stop).toBeVisible()
  upstream.release()
  await expect(chat.answers).toContainText('word9')
  await expect(chat.stop).toBeHidden()
  expect(await chat.textOf(chat.answers)).toBe(words(9))
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})

test('leaving the page does not stop the answer', async ({ chat, page, upstream }) => {
  await chat.open()
  await chat.send(HELD)
  const call = await upstream.waitFor(({ held }) => held)
  const sessionId = await chat.sessionId()
  await page.goto('about:blank')
  upstream.release()
  await upstream.waitFor((request) => request === call && request.over)
  expect(call.closedEarly).toBe(false)
  await chat.open(`/c/${sessionId}`)
  await expect(chat.answers).toHaveAttribute('data-status', 'complete')
  expect(await chat.textOf(chat.answers)).toBe(words(9))
})

test('going to another conversation and back in the middle of an answer loses none of it', async ({
  app,
  chat,
  upstream,
}) => {
  await say(app.url, 'the other one')
  await chat.open()
  await chat.sendHeld('this one')
  await chat.row(/the other one/).click()
  await expect(chat.questions).toHaveText([/the other one/])
  await chat.row(/this one/).click()
  await expect(chat.answers).toContainText('word3')
  upstream.release()
  await expect(chat.answers).toContainText('word9')
  await expect(chat.stop).toBeHidden()
  expect(await chat.textOf(chat.answers)).toBe(words(9))
})

test('a conversation that just began is followed from a new chat and back by the browser', async ({
  chat,
  page,
}) => {
  await chat.open()
  await chat.say('number one')
  const first = page.url()
  await chat.newChat.click()
  await expect(chat.questions).toHaveCount(0)
  await chat.say('number two')
  expect(page.url()).not.toBe(first)
  await expect(chat.questions).toHaveText([/number two/])
  await page.goBack()
  await expect(chat.questions).toHaveText([/number one/])
})

test('the history is in the page that the server sends, and can be read without a script', async ({
  app,
  browser,
}) => {
  const { sessionId } = await say(app.url, '[[say]] The **answer** to it.')
  const html = await (await fetch(`${app.url}/c/${sessionId}`)).text()
  expect(html).toContain('The <strong>answer</strong> to it.')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.url}/c/${sessionId}`)
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('The answer to it.')
  await expect(page.getByRole('navigation').getByRole('link', { name: /The \*\*answer/ })).toBeVisible()
  await context.close()
})

test('an unknown conversation is a page with status 404', async ({ chat, page }) => {
  const response = await page.goto('/c/nothing-here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This conversation is not here')
  await page.getByRole('main').getByRole('link', { name: 'New chat' }).click()
  await expect(chat.field).toBeVisible()
})

test('a new chat that is begun while another answer comes is empty, and the other goes on', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  await chat.sendHeld('the slow one')
  await chat.newChat.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(chat.questions).toHaveCount(0)
  upstream.release()
  await chat.say('the quick one')
  await expect(chat.questions).toHaveText([/the quick one/])
  await chat.row(/the slow one/).click()
  await expect(chat.questions).toHaveText([/the slow one/])
  await expect(chat.answers).toContainText('word9')
  expect(await chat.textOf(chat.answers)).toBe(words(9))
})
