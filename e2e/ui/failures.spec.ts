import { readToEnd, send } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { promptsOf } from '../support/prompts.ts'

test('a failed answer says why and is retried with one press', async ({ chat, upstream }) => {
  await chat.open()
  await chat.say('[[status 401]] hello')
  await expect(chat.answers).toHaveAttribute('data-status', 'failed')
  await expect(chat.answers).toContainText(/key/i)
  upstream.script({ text: 'all is well' })
  await chat.button('Retry').click()
  await expect(chat.answers).toHaveText([/all is well/])
  await expect(chat.button('Retry')).toBeHidden()
  await expect(chat.questions).toHaveCount(1)
})

test('an upstream that fails with 500 or is too busy is told in words', async ({ chat }) => {
  await chat.open()
  await chat.say('[[status 429 7]]')
  await expect(chat.answers.last()).toContainText('7 seconds')
  await chat.say('[[status 500]]')
  await expect(chat.answers.last().getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(chat.answers.first().getByRole('button', { name: 'Retry' })).toBeHidden()
})

test('an answer that broke off keeps what came, and is retried', async ({ chat, upstream }) => {
  await chat.open()
  await chat.say('[[words 9]] [[die 4]]')
  await expect(chat.answers).toHaveAttribute('data-status', 'interrupted')
  expect(await chat.textOf(chat.answers)).toBe('word1 word2 word3 word4')
  upstream.script({ text: 'whole again' })
  await chat.button('Retry').click()
  await expect(chat.answers).toHaveText([/whole again/])
})

test('Streaming: an answer that was stopped, also after a reload, stays and goes on where it stopped', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  await chat.sendHeld()
  await page.waitForURL(/\/c\//)
  await page.reload()
  await expect(chat.answers).toContainText('word3')
  await chat.stop.click()
  await expect(chat.answers).toHaveAttribute('data-status', 'stopped')
  const [call] = upstream.requests
  await upstream.waitFor((request) => request === call && request.closedEarly)

  upstream.script({ text: 'word4 to the end' })
  await chat.button('Continue').click()
  await expect(chat.answers).toHaveAttribute('data-status', 'complete')
  expect(await chat.textOf(chat.answers)).toBe('word1 word2 word3 word4 to the end')
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.button('Continue')).toBeHidden()
  await page.reload()
  expect(await chat.textOf(chat.answers)).toBe('word1 word2 word3 word4 to the end')
})

test('an answer that the model cut at its own limit says so and can go on', async ({ chat, upstream }) => {
  await chat.open()
  upstream.script({ text: 'half of', finish: 'length' }, { text: ' the whole' })
  await chat.say('tell me all')
  await expect(chat.answers).toHaveAttribute('data-status', 'interrupted')
  await expect(chat.answers).toContainText('reached the length of one answer')
  await chat.button('Continue').click()
  await expect(chat.answers).toHaveAttribute('data-status', 'complete')
  expect(await chat.textOf(chat.answers)).toBe('half of the whole')
})

test('a message that did not reach the server stays in the composer, and is stored once when sent again', async ({
  app,
  chat,
  page,
}) => {
  await chat.open()
  await page.route('**/api/chat', (route) => route.abort('connectionrefused'))
  await chat.send('do not lose me')
  await expect(chat.refusal).toContainText('The server cannot be reached')
  await expect(chat.field).toHaveValue('do not lose me')
  await expect(chat.questions).toHaveCount(0)

  await page.unroute('**/api/chat')
  await chat.button('Try again').click()
  await expect(chat.answers).toContainText('You said')
  await expect(chat.field).toHaveValue('')
  await expect(chat.refusal).toBeHidden()
  const { sessions } = await (await fetch(`${app.url}/api/sessions`)).json()
  expect(sessions).toHaveLength(1)
})

test('what was refused of one message is not said of the next one', async ({ chat, page }) => {
  await chat.open()
  await page.route('**/api/chat', (route) => route.abort('connectionrefused'))
  await chat.send('first try')
  await expect(chat.refusal).toBeVisible()
  await chat.field.fill('a second one')
  await expect(chat.refusal).toBeHidden()
})

test('a plan that cannot be made leaves the one of before, which says so; with the network comes a new one', async ({
  app,
  chat,
  page,
}) => {
  await chat.openWith(app.url, 'hello')
  const meter = page.getByRole('button', { name: /tokens are sent next\./ })
  await expect(meter).toBeVisible()
  await page.route('**/api/context/plan', (route) => route.abort('connectionrefused'))
  await chat.field.fill('more and more words')
  await expect(meter).toHaveAccessibleName(/As of before: The server cannot be reached\./)
  await page.unroute('**/api/context/plan')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(meter).not.toHaveAccessibleName(/As of before/)
})

test('a message whose confirmation was lost is joined when sent again, not stored twice', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  // It arrives, and the page never hears of it.
  await page.route('**/api/chat', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await chat.send('only once')
  await expect(chat.refusal).toBeVisible()
  await expect(chat.field).toHaveValue('only once')
  await page.unroute('**/api/chat')
  await chat.button('Try again').click()
  await expect(chat.answers).toContainText('You said "only once"')
  await expect(chat.questions).toHaveCount(1)
  await page.reload()
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.answers).toHaveCount(1)
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})

test('while another window is answering here, the message waits in the composer and the other answer is shown', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const sessionId = await chat.openWith(app.url, 'first')
  // Where it heard of the other answer by itself, it would send nothing.
  const list = /\/api\/sessions(\?.*)?$/
  await page.route(list, (route) => route.abort('connectionrefused'))
  const other = readToEnd(await send(app.url, '[[words 6]] [[hold 2]] from elsewhere', { sessionId }))
  await upstream.waitFor(({ held }) => held)
  await chat.send('mine')
  await expect(chat.refusal).toContainText('being answered in another window')
  await page.unroute(list)
  await expect(chat.field).toHaveValue('mine')
  await expect(chat.questions.last()).toContainText('from elsewhere')
  await expect(chat.answers.last()).toContainText('word2')

  upstream.release()
  await other
  await expect(chat.answers.last()).toContainText('word6')
  await chat.field.press('Enter')
  await expect(chat.questions.last()).toContainText('mine')
  await expect(chat.questions).toHaveCount(3)
})

test('too long a message is refused with both numbers, and stays', async ({ chat }) => {
  const text = 'word '.repeat(8_000)
  await chat.open()
  await chat.field.fill(text)
  await chat.field.press('Enter')
  await expect(chat.refusal).toContainText(/8,0\d\d tokens; fake-large takes at most 6,144/)
  await expect(chat.field).toHaveValue(text)
})
