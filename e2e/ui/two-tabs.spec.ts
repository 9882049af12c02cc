import { readToEnd, say, send } from '../support/api.ts'
import { HELD, words } from '../support/held-answer.ts'
import { deafen, expect, test } from '../support/other-pages.ts'

test('two tabs send in the same session: what is sent on one device appears on the other, with its answer as it streams', async ({
  app,
  chat,
  other,
  upstream,
}) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await other.open(`/c/${sessionId}`)
  await chat.sendHeld()
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
  const sessionId = await chat.openWith(app.url, 'first')
  await deafen(other)
  await other.open(`/c/${sessionId}`)
  await chat.sendHeld()

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
  await chat.sendHeld()
  await expect(other.answers.last()).toContainText('word3')

  await chat.row(/^two/).click()
  await expect(chat.questions).toHaveText([/^two/])
  await other.page.goto(`/c/${two.sessionId}`)
  upstream.script({ text: 'only for two' })
  await chat.say('more of two')
  await expect(chat.answers).toHaveText([/You said "two"/, /only for two/])
  await expect(other.answers).toHaveText([/You said "two"/, /only for two/])

  upstream.release()
  await chat.row(/^one/).click()
  await other.row(/^one/).click()
  for (const page of [chat, other]) {
    await expect(page.stop).toBeHidden()
    await expect(page.answers).toHaveCount(2)
    await expect(page.answers.last()).toContainText('word9')
    expect(await page.textOf(page.answers.last())).toBe(words(9))
  }
})

test('an answer is stopped from the other device', async ({ app, chat, other, upstream }) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await other.open(`/c/${sessionId}`)
  await chat.sendHeld()
  await expect(other.answers.last()).toContainText('word3')
  await other.stop.click()
  await upstream.waitFor(({ closedEarly }) => closedEarly)
  for (const page of [chat, other]) await expect(page.answers.last()).toContainText('Stopped.')
})

test('Enter while an answer is written says that the message waits, for as long as it does', async ({
  app,
  chat,
  other,
  upstream,
}) => {
  const sessionId = await chat.openWith(app.url, 'first')
  await other.open(`/c/${sessionId}`)
  await chat.sendHeld()
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
