import { say, threadOf } from '../support/api.ts'
import { axeFaults } from '../support/axe-faults.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { TWO_LOOKS } from '../support/looks.ts'
import { overflowing } from '../support/overflow.ts'
import { expect, test, untilRemembered } from '../support/recall-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const DOG = 'My dog is called Rex and he likes long walks by the sea.'
const ASKED = 'What is my dog called, and what does he like?'

const note = (chat: ChatPage) => chat.button('recalled from one conversation')
const receipts = ({ page }: ChatPage) => page.getByRole('dialog', { name: 'Recalled for this answer' })

/** Another conversation says something, and this one asks for it. The id of the first. */
async function recall(chat: ChatPage, base: string): Promise<string> {
  const { sessionId } = await say(base, DOG)
  await untilRemembered(base, 1)
  await chat.open()
  await chat.say(ASKED)
  await expect(note(chat)).toBeVisible()
  return sessionId
}

test('an answer says what it was given from elsewhere, and leads to where it was said', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const sessionId = await recall(chat, app.url)
  expect(upstream.requests.some(({ body }) => JSON.stringify(body).includes(`> ${DOG}`))).toBe(true)
  await expect(chat.line.last()).toHaveAccessibleName(
    /Answered with passages recalled from one conversation\./,
  )

  await page.reload()
  await note(chat).click()
  await expect(receipts(chat)).toContainText(DOG)
  await expect(receipts(chat)).toContainText(/By its meaning \(0\.\d\d\) and shared words together/)
  await expect(receipts(chat)).toContainText(/score \d\.\d\d · meaning 0\.\d\d/)
  await receipts(chat).getByRole('link', { name: 'Go to it', exact: true }).click()
  await page.waitForURL(`**/c/${sessionId}#m-*`)
  await expect(chat.questions.first()).toHaveText(new RegExp(DOG))
  await expect(chat.questions.first()).toBeInViewport()
  await expect(chat.questions.first()).toBeFocused()
})

test('the passages open to where there is more room, and take no more of it than they need', async ({
  app,
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await recall(chat, app.url)
  await note(chat).click()
  await expect(receipts(chat)).toContainText(DOG)
  const below = await note(chat).boundingBox()
  const shown = await receipts(chat).boundingBox()
  expect(shown?.y).toBeGreaterThan(below?.y ?? Number.POSITIVE_INFINITY)
  const never = receipts(chat).getByRole('button', { name: 'Never from that conversation' })
  await expect(never).toBeInViewport({ ratio: 1 })
  const last = await never.boundingBox()
  const rest = (shown?.y ?? 0) + (shown?.height ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)
  expect(rest).toBeLessThan(40)
})

test('a link leads to a message far up, among those that are not loaded', async ({ app, chat }) => {
  const { sessionId } = await say(app.url, 'the very first')
  for (let turn = 0; turn < 34; turn++) await say(app.url, `turn ${turn}`, { sessionId })
  const first = await firstQuestion(app.url, sessionId)
  await chat.open(`/c/${sessionId}#m-${first}`)
  await expect(chat.questions.filter({ hasText: 'the very first' })).toBeInViewport()
  await expect(chat.questions.last()).not.toBeInViewport()
})

/** Its id, from the page of messages that no thread begins with. */
async function firstQuestion(base: string, sessionId: string): Promise<string> {
  const { messages } = await threadOf(base, sessionId)
  const before = messages[0]?.seq
  const older = await fetch(`${base}/api/sessions/${sessionId}/messages?before=${before}`)
  return (await older.json()).messages[0].id
}

test('the context shows the passages, and before that the room that is kept for them', async ({
  app,
  chat,
  page,
}) => {
  await recall(chat, app.url)
  await chat.line.last().click()
  const recalled = page.getByRole('region', { name: 'Recalled', exact: true })
  await expect(recalled).toHaveText(
    /Up to 1,000 tokens are kept free for what is recalled once you send it\.$/,
  )
  await page.getByRole('button', { name: 'What the model saw' }).click()
  await expect(recalled).toContainText(/1 passage recalled, \d+ of up to 1,000 tokens\./)
  await expect(recalled).toContainText(DOG)
  const sent = page.getByRole('region', { name: 'Sent' })
  await expect(sent.getByRole('listitem').filter({ hasText: 'Recalled' })).toContainText('1 passage')
})

test('small talk recalls nothing, and the context says so', async ({ app, chat, page }) => {
  await say(app.url, DOG)
  await untilRemembered(app.url, 1)
  await chat.open()
  await chat.say('Good morning!')
  await expect(page.getByRole('button', { name: /recalled from/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'What the model saw' }).click()
  await expect(page.getByRole('region', { name: 'Recalled', exact: true })).toContainText(
    'nothing said before was near enough',
  )
})

test('what was recalled is forgotten with the answer that quoted it, and brought back', async ({
  app,
  chat,
  page,
}) => {
  const sessionId = await recall(chat, app.url)
  const missed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missed.push(response.url())
  })
  await note(chat).click()
  await receipts(chat).getByRole('button', { name: 'Forget it…' }).click()
  await expect(chat.dialog).toContainText(DOG)
  const along = chat.dialog.getByRole('checkbox')
  await expect(along).toBeChecked()
  await expect(chat.dialog).toContainText(/Deletes 2 messages, 1 memory .* and 1 answer that quoted it\./)
  await along.uncheck()
  await expect(chat.dialog).not.toContainText('that quoted it.')
  await along.check()
  await chat.dialog.getByRole('button', { name: 'Forget', exact: true }).press('Enter')
  await expect(chat.notices).toContainText('Deleted')
  await expect(chat.answers).toHaveCount(0)
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.thread).toBeFocused()
  expect(missed).toEqual([])
  expect((await threadOf(app.url, sessionId)).messages).toEqual([])

  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(note(chat)).toBeVisible()
  expect((await threadOf(app.url, sessionId)).messages).toHaveLength(2)
})

test('what is to be forgotten along is shown as it is read, without marks', async ({
  app,
  chat,
  upstream,
}) => {
  await say(app.url, DOG)
  await untilRemembered(app.url, 1)
  upstream.script({ text: '## Your dog\n\nIt is **Rex**, who likes _walks_.' })
  await chat.open()
  await chat.say(ASKED)
  await note(chat).click()
  await receipts(chat).getByRole('button', { name: 'Forget it…' }).click()
  await expect(chat.dialog.getByRole('listitem')).toContainText('Your dog It is Rex, who likes walks.')
})

test('an answer that stays says that what it was given was forgotten since', async ({ app, chat }) => {
  await recall(chat, app.url)
  await note(chat).click()
  await receipts(chat).getByRole('button', { name: 'Forget it…' }).press('Enter')
  await chat.dialog.getByRole('checkbox').uncheck()
  await chat.dialog.getByRole('button', { name: 'Forget', exact: true }).press('Enter')
  await expect(receipts(chat)).toContainText('Forgotten since.')
  await expect(receipts(chat)).not.toContainText('Rex')
  await expect(receipts(chat).getByRole('list')).toBeFocused()
})

test('a conversation is taken out of the memory, and back in', async ({ app, chat }) => {
  const sessionId = await recall(chat, app.url)
  const own = async () => (await threadOf(app.url, sessionId)).session.memory
  await note(chat).click()
  await receipts(chat).getByRole('button', { name: 'Never from that conversation' }).click()
  await expect(chat.notices).toContainText('is recalled from now on')
  await expect(receipts(chat).getByRole('button', { name: 'Never again from there' })).toBeDisabled()
  expect(await own()).toEqual({ recall: { remembered: false } })
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.notices).toContainText('It can be recalled again')
  expect(await own()).toBeNull()
})

test('recall is set for one conversation, field by field, and for all', async ({ app, chat, page }) => {
  const sessionId = await chat.openWith(app.url, 'hello')
  await page.getByRole('button', { name: /^Memory: / }).click()
  const form = page.getByRole('dialog', { name: 'Memory of this conversation' })
  await form.getByText('Recall from other conversations').click()
  await form.getByLabel('Passages at most', { exact: true }).fill('1')
  await form.getByLabel('Kept free for them', { exact: true }).fill('7')
  await expect(form.getByRole('alert')).toContainText('A number from 50 to 1,000,000.')
  await form.getByLabel('Kept free for them', { exact: true }).fill('500')
  await expect(form.getByText('With room for 500 tokens of recall')).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'Passages at most: as in the settings' })).not.toBeChecked()
  await form.getByRole('checkbox', { name: 'Kept free for them: as in the settings' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(chat.notices).toContainText('+ summary. Up to 1 passage from all conversations may be quoted')
  expect((await threadOf(app.url, sessionId)).session.memory).toEqual({ recall: { topK: 1 } })
  await page.getByRole('button', { name: /^Memory: / }).click()
  await expect(form.getByLabel('Passages at most', { exact: true })).toBeVisible()

  await chat.open('/settings')
  const memory = page.getByRole('region', { name: 'Memory', exact: true })
  await memory.getByLabel('Recall from', { exact: true }).selectOption('session')
  await memory.getByText('Advanced').click()
  await memory.getByRole('checkbox', { name: 'Set the least similarity' }).check()
  await memory.getByLabel('At least').fill('0,3')
  await expect(memory.getByRole('status')).toHaveText('Saved')
  const stored = async () => (await (await fetch(`${app.url}/api/settings`)).json()).memory.recall
  expect(await stored()).toEqual({
    ...{ from: 'session', remembered: true, topK: 3, maxTokens: 1_000 },
    minScore: 0.3,
  })
  await memory.getByLabel('Recall from', { exact: true }).selectOption('off')
  await expect(memory).toContainText('Nothing is recalled, and nothing that is said is kept to be recalled.')
  await expect(memory.getByLabel('Passages at most', { exact: true })).toHaveCount(0)
})

for (const { name, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('receipts, context and dialog are within the screen and without fault for axe', async ({
      app,
      chat,
      page,
    }) => {
      await recall(chat, app.url)
      await note(chat).click()
      await expect(receipts(chat)).toContainText(DOG)
      expect.soft(await axeFaults(page), 'receipts').toEqual([])
      expect.soft(await overflowing(page), 'receipts').toEqual([])
      await receipts(chat).getByRole('button', { name: 'Forget it…' }).click()
      await expect(chat.dialog.getByRole('checkbox')).toBeVisible()
      expect.soft(await axeFaults(page), 'forget').toEqual([])
      expect.soft(await overflowing(page), 'forget').toEqual([])
      await chat.confirm('Cancel')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'What the model saw' }).click()
      await expect(page.getByRole('region', { name: 'Recalled', exact: true })).toContainText(DOG)
      expect.soft(await axeFaults(page), 'context').toEqual([])
      expect.soft(await overflowing(page), 'context').toEqual([])
    })
  })
