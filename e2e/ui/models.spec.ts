import { startFakeUpstream } from '../fake-upstream/start.ts'
import { say } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'

const picker = ({ page }: ChatPage) => page.getByRole('button', { name: /^Model: / })
const choice = ({ page }: ChatPage, name: RegExp) => page.getByRole('menuitemradio', { name })

test('the picker lists what is there, and every conversation keeps its choice', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const other = await say(app.url, 'the other')
  await chat.open()
  await picker(chat).click()
  for (const name of [/fake-large/, /fake-small/, /built/i]) await expect(choice(chat, name)).toBeVisible()
  await choice(chat, /fake-small/).click()
  await expect(picker(chat)).toHaveAccessibleName('Model: fake-small')
  await chat.say('hello')
  expect(upstream.requests.at(-1)?.body).toMatchObject({ model: 'fake-small' })

  await page.reload()
  await expect(picker(chat)).toHaveAccessibleName('Model: fake-small')
  await chat.open(`/c/${other.sessionId}`)
  await expect(picker(chat)).toHaveAccessibleName('Model: fake-large')
  await picker(chat).click()
  await choice(chat, /fake-small/).click()
  await expect(picker(chat)).toHaveAccessibleName('Model: fake-small')
  await chat.say('and now')
  expect(upstream.requests.at(-1)?.body).toMatchObject({ model: 'fake-small' })
})

test('a model that is no longer offered is named as gone; the text stays until another is chosen', async ({
  chat,
  launch,
  upstream,
}) => {
  upstream.list({ models: ['new', 'old'] })
  const before = await launch()
  const { sessionId } = await say(before.url, 'hello', { model: 'compatible/old' })
  await before.stop()
  upstream.list({ models: ['new'] })
  const app = await launch()

  await chat.open(`${app.url}/c/${sessionId}`)
  await expect(picker(chat)).toHaveAccessibleName('Model: compatible/old (gone)')
  await expect(chat.answers).toHaveCount(1)
  await chat.send('still there?')
  await expect(chat.refusal).toContainText('There is no model "compatible/old" here')
  await expect(chat.field).toHaveValue('still there?')
  await picker(chat).click()
  await choice(chat, /new/).click()
  await expect(picker(chat)).toHaveAccessibleName('Model: new')
  await chat.button('Try again').click()
  await expect(chat.answers.last()).toContainText('still there?')
  await expect(chat.answers).toHaveCount(2)
})

test('a model server that goes away: a clear message, the conversation stays, and a retry works when it is back', async ({
  chat,
  launch,
}) => {
  const first = await startFakeUpstream()
  const app = await launch({ OPENAI_BASE_URL: `${first.url}/v1` })
  const { sessionId } = await say(app.url, 'hello')
  await first.close()

  await chat.open(`${app.url}/c/${sessionId}`)
  await chat.say('are you there?')
  await expect(chat.answers.last()).toContainText(/cannot be reached/)
  await expect(chat.questions).toHaveCount(2)
  const second = await startFakeUpstream({ port: Number(new URL(first.url).port) })
  await chat.button('Retry').click()
  await expect(chat.answers.last()).toContainText('You said "are you there?"')
  await expect(chat.answers).toHaveCount(2)
  await second.close()
})

test('without any model server the built-in one answers and says what it is', async ({
  chat,
  launch,
  page,
}) => {
  const app = await launch({ OPENAI_BASE_URL: '' })
  await chat.open(app.url)
  await expect(page.getByRole('main')).toContainText('It is no AI')
  await chat.say('The key is under the mat.')
  await chat.say('Where is the key?')
  await expect(chat.answers.last()).toContainText('The key is under the mat.')
})
