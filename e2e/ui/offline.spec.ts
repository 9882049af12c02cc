import { test as base, expect } from '../support/chat-test.ts'
import { type CuttableLine, cuttableLine } from '../support/cuttable-line.ts'
import { words } from '../support/held-answer.ts'
import { promptsOf } from '../support/prompts.ts'

const test = base.extend<{ line: CuttableLine }>({
  line: async ({ app }, use) => {
    const line = await cuttableLine(app.url)
    await use(line)
    await line.close()
  },
})

const LOST = 'The connection is lost. The answer goes on at the server'

test('a connection that breaks in the middle of an answer: the page says so and takes it up again by itself', async ({
  chat,
  line,
  upstream,
}) => {
  await chat.open(line.url)
  await chat.sendHeld()
  const call = await upstream.waitFor(({ held }) => held)
  line.cut()
  await expect(chat.answers).toContainText(LOST)
  await expect(chat.answers).toContainText('word1 word2 word3')
  upstream.release()
  await upstream.waitFor((request) => request === call && request.over)
  expect(call.closedEarly).toBe(false)

  line.mend()
  await expect(chat.answers).toContainText('word9', { timeout: 15_000 })
  await expect(chat.answers).not.toContainText(LOST)
  await expect(chat.stop).toBeHidden()
  expect(await chat.textOf(chat.answers)).toBe(words(9))
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.questions).toHaveCount(1)
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})

test('however often it breaks, the text comes whole and once', async ({ chat, line, upstream }) => {
  await chat.open(line.url)
  await chat.send('[[words 60]] [[pace 40]]')
  for (const word of ['word5 ', 'word15 ', 'word25 ']) {
    await expect(chat.answers).toContainText(word)
    line.cut()
    line.mend()
  }
  await expect(chat.answers).toContainText('word60', { timeout: 15_000 })
  await expect(chat.stop).toBeHidden()
  expect(await chat.textOf(chat.answers)).toBe(words(60))
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})

test('a browser that goes offline finds the answer again as soon as it is back', async ({
  chat,
  context,
  line,
  upstream,
}) => {
  await chat.open(line.url)
  await chat.sendHeld()
  await context.setOffline(true)
  line.cut()
  await expect(chat.answers).toContainText(LOST)
  upstream.release()
  line.mend()
  await context.setOffline(false)
  await expect(chat.answers).toContainText('word9')
  await expect(chat.stop).toBeHidden()
  expect(await chat.textOf(chat.answers)).toBe(words(9))
})
