import type { Locator } from '@playwright/test'
import { say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'

/** Two words each: "Paragraph 7". */
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index + 1}`).join('\n\n')

const toEnd = (thread: Locator) =>
  thread.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)

/** Where the thread is once it no longer moves. */
const restingTop = (thread: Locator) =>
  thread.evaluate(async (element) => {
    const frame = () => new Promise(requestAnimationFrame)
    for (;;) {
      const top = element.scrollTop
      for (let i = 0; i < 5; i++) await frame()
      if (element.scrollTop === top) return top
    }
  })

test('stays at the end while the answer grows', async ({ chat, upstream }) => {
  upstream.script({ text: paragraphs(80), holdAfter: 100 })
  await chat.open()
  await chat.send('tell me')
  await expect(chat.answers).toContainText('Paragraph 50')
  await expect.poll(() => toEnd(chat.thread)).toBeLessThan(2)
  upstream.release()
  await expect(chat.answers).toContainText('Paragraph 80')
  await expect(chat.stop).toBeHidden()
  await expect.poll(() => toEnd(chat.thread)).toBeLessThan(2)
  await expect(chat.button('Jump to the latest')).toBeHidden()
})

test('one who has scrolled up is never pulled back, and jumps to the latest when they want', async ({
  chat,
  page,
  upstream,
}) => {
  upstream.script({ text: paragraphs(80), holdAfter: 100 })
  await chat.open()
  await chat.send('tell me')
  await expect(chat.answers).toContainText('Paragraph 50')
  await chat.thread.hover()
  await page.mouse.wheel(0, -500)
  await expect(chat.button('Jump to the latest')).toBeVisible()
  const top = await restingTop(chat.thread)
  expect(await toEnd(chat.thread)).toBeGreaterThan(300)

  upstream.release()
  await expect(chat.answers).toContainText('Paragraph 80')
  await expect(chat.stop).toBeHidden()
  expect(await restingTop(chat.thread)).toBe(top)

  await chat.button('Jump to the latest').click()
  await expect.poll(() => toEnd(chat.thread)).toBeLessThan(2)
  await expect(chat.button('Jump to the latest')).toBeHidden()
})

test('one who sends is taken to what they sent', async ({ chat, upstream }) => {
  upstream.script({ text: paragraphs(60) })
  await chat.open()
  await chat.say('tell me')
  await chat.thread.evaluate((element) => {
    element.scrollTop = 0
  })
  await expect(chat.button('Jump to the latest')).toBeVisible()
  await chat.send('and more')
  await expect(chat.questions.last()).toBeInViewport()
  await expect.poll(() => toEnd(chat.thread)).toBeLessThan(2)
})

test('a long conversation opens at its end, and its earlier messages come without a jump', async ({
  app,
  chat,
}) => {
  const { sessionId } = await say(app.url, 'message 1')
  for (let i = 2; i <= 34; i++) await say(app.url, `message ${i}`, { sessionId })
  await chat.open(`/c/${sessionId}`)
  await expect(chat.questions.last()).toBeInViewport()
  await expect(chat.questions).toHaveCount(30)
  // Until it is gone the page is not alive to what its reader does.
  await expect(chat.thread.locator('script')).toHaveCount(0)
  await chat.thread.evaluate((element) => {
    element.scrollTop = 0
  })
  const first = chat.questions.filter({ hasText: /^message 5$/ })
  await expect(first).toBeInViewport()
  const before = (await first.boundingBox())?.y ?? 0
  await chat.button('Earlier messages').click()
  await expect(chat.questions).toHaveCount(34)
  const after = (await first.boundingBox())?.y ?? 0
  expect(Math.abs(after - before)).toBeLessThan(2)
  await expect(chat.button('Earlier messages')).toBeHidden()
})
