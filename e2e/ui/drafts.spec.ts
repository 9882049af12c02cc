import { say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'

test('every conversation keeps its own unsent text, through switching and a reload', async ({
  app,
  chat,
  page,
}) => {
  const one = await say(app.url, 'one')
  const two = await say(app.url, 'two')
  const to = (name: string) => chat.row(name).click()

  await chat.open(`/c/${one.sessionId}`)
  await chat.field.fill('unsent of one')
  await to('two')
  await page.waitForURL(`**/c/${two.sessionId}`)
  await expect(chat.field).toHaveValue('')
  await chat.field.fill('unsent of two\nwith a line')
  await to('New chat')
  await expect(chat.field).toHaveValue('')
  await chat.field.fill('unsent of a new one')

  await to('one')
  await expect(chat.field).toHaveValue('unsent of one')
  await page.reload()
  await expect(chat.field).toHaveValue('unsent of one')
  await to('two')
  await expect(chat.field).toHaveValue('unsent of two\nwith a line')
  await to('New chat')
  await expect(chat.field).toHaveValue('unsent of a new one')
})

test('what was sent does not come back as a draft', async ({ chat, page }) => {
  await chat.open()
  await chat.say('sent and gone')
  await page.reload()
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.field).toHaveValue('')
  await chat.newChat.click()
  await expect(chat.questions).toHaveCount(0)
  await expect(chat.field).toHaveValue('')
})

test('what is written while an answer comes is kept, and sent when it has ended', async ({
  chat,
  upstream,
}) => {
  await chat.open()
  await chat.send('[[words 5]] [[hold 2]]')
  await expect(chat.answers).toContainText('word2')
  await chat.send('my next thought')
  await expect(chat.field).toHaveValue('my next thought')
  await expect(chat.questions).toHaveCount(1)
  upstream.release()
  await expect(chat.stop).toBeHidden()
  await expect(chat.field).toHaveValue('my next thought')
  await chat.field.press('Enter')
  await expect(chat.questions).toHaveCount(2)
})

test('what is typed before the scripts have loaded counts as typed', async ({ chat, page }) => {
  let load: () => void = () => undefined
  const loading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await loading
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await chat.field.fill('I was quick')
  load()
  await expect(chat.button('Send')).toBeVisible()
  await chat.field.press('Enter')
  await expect(chat.questions).toHaveText([/I was quick/])
})
