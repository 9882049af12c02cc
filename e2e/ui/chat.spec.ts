import { expect, test } from '../support/chat-test.ts'
import { words } from '../support/held-answer.ts'
import { promptsOf } from '../support/prompts.ts'

test('Enter sends; the answer shows as it comes, and the page gets its address without a new load', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await chat.sendHeld('hello')
  await expect(chat.answers).toContainText('word1 word2 word3')
  await expect(chat.answers).not.toContainText('word4')
  await expect(page).toHaveURL(/\/c\/[^/]+$/)
  await expect(chat.questions).toContainText('hello')
  await expect(chat.field).toHaveValue('')

  upstream.release()
  await expect(chat.answers).toContainText('word9')
  await expect(chat.stop).toBeHidden()
  expect(await chat.textOf(chat.answers)).toBe(words(9))
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})

test('a second message goes into the same conversation, with what was said before', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  await chat.say('first')
  const address = page.url()
  await chat.say('second')
  expect(page.url()).toBe(address)
  await expect(chat.questions).toHaveText([/first/, /second/])
  expect(
    promptsOf(upstream.requests)
      .at(-1)
      ?.map(({ role }) => role),
  ).toEqual(['user', 'assistant', 'user'])
})

test('Shift and Enter breaks the line, the composer grows, and nothing is sent', async ({
  chat,
  upstream,
}) => {
  await chat.open()
  const height = async () => (await chat.field.boundingBox())?.height ?? 0
  const before = await height()
  await chat.field.pressSequentially('one')
  for (let line = 0; line < 3; line++) await chat.field.press('Shift+Enter')
  await chat.field.pressSequentially('two')
  await expect(chat.field).toHaveValue('one\n\n\ntwo')
  expect(await height()).toBeGreaterThan(before + 40)
  await expect(chat.questions).toHaveCount(0)
  expect(promptsOf(upstream.requests)).toEqual([])
})

test('Enter that ends a composition does not send', async ({ chat, upstream }) => {
  await chat.open()
  await chat.field.fill('こんにちは')
  await chat.field.dispatchEvent('compositionstart')
  await chat.field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  // Safari sends this one after the composition has ended.
  await chat.field.dispatchEvent('compositionend')
  await chat.field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await expect(chat.field).toHaveValue('こんにちは')
  await chat.field.press('Enter')
  await expect(chat.answers).toContainText('You said')
  expect(promptsOf(upstream.requests)).toEqual([[{ role: 'user', content: 'こんにちは' }]])
})

test('nothing but blanks is not sent', async ({ chat, upstream }) => {
  await chat.open()
  await chat.send('  \n ')
  await expect(chat.button('Write a message to send it')).toBeVisible()
  await expect(chat.questions).toHaveCount(0)
  expect(promptsOf(upstream.requests)).toEqual([])
})

test('stop cancels the call, keeps what was written and says so', async ({ chat, upstream }) => {
  await chat.open()
  await chat.sendHeld()
  const call = await upstream.waitFor(({ held }) => held)
  await chat.stop.click()
  await expect(chat.answers).toContainText('Stopped.')
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect(await chat.textOf(chat.answers)).toBe('word1 word2 word3')
  await expect(chat.stop).toBeHidden()
  await chat.say('go on')
  await expect(chat.answers).toHaveCount(2)
})

test('answer again puts the new answer in the place of the old one', async ({ chat, page, upstream }) => {
  upstream.script({ text: 'the first answer' }, { text: 'the better answer' })
  await chat.open()
  await chat.say('question')
  await expect(chat.answers).toContainText('the first answer')
  await chat.button('Answer again').click()
  await expect(chat.answers).toContainText('the better answer')
  await expect(chat.answers).toHaveCount(1)
  await page.reload()
  await expect(chat.answers).toHaveText([/the better answer/])
  await expect(chat.questions).toHaveCount(1)
})

test('copy puts the answer on the clipboard as it was written, and a code block its code', async ({
  chat,
  context,
  page,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const answer = 'Use **this**:\n\n```js\nconst a = 1\n```'
  upstream.script({ text: answer })
  await chat.open()
  await chat.say('how?')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await chat.button('Copy the answer').click()
  await expect(chat.button('Copied')).toBeVisible()
  expect(await clipboard()).toBe(answer)
  await chat.button('Copy code').click()
  expect(await clipboard()).toBe('const a = 1')
})
