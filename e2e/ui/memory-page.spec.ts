import { say, threadOf } from '../support/api.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { chatPageOf } from '../support/chat-page.ts'
import { ALL_LOOKS } from '../support/looks.ts'
import { DOG, index, list, rows, search, TAX, twoConversations } from '../support/memory-page.ts'
import { overflowing } from '../support/overflow.ts'
import { expect, test, untilRemembered } from '../support/recall-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('what is forgotten goes from the page, the counts and its conversation, and comes back by Undo', async ({
  app,
  chat,
}) => {
  const [dog] = await twoConversations(app.url)
  await chat.open('/memory')
  await chat.button(`Forget: ${DOG}`).focus()
  await chat.page.keyboard.press('Enter')
  await expect(chat.dialog).toContainText('Deletes 2 messages, 1 memory')
  await chat.confirm('Forget')
  await expect(rows(chat)).toHaveCount(1)
  await expect(index(chat)).toContainText('1 exchange of 1 conversation is remembered.')
  await expect(list(chat).getByRole('status')).toBeFocused()
  expect((await threadOf(app.url, dog)).messages).toEqual([])
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(chat)).toContainText([TAX, DOG])
  expect((await threadOf(app.url, dog)).messages).toHaveLength(2)
})

test('a whole conversation is deleted from here', async ({ app, chat }) => {
  await twoConversations(app.url)
  await chat.open('/memory')
  await rows(chat)
    .first()
    .getByRole('button', { name: /^More for/ })
    .click()
  await chat.menuItem('Delete conversation…').click()
  await expect(chat.dialog).toContainText('Deletes')
  await chat.confirm('Delete')
  await expect(rows(chat)).toContainText([DOG])
  await expect(rows(chat)).toHaveCount(1)
})

test('it is indexed again, and tells how far that is', async ({ app, chat }) => {
  await twoConversations(app.url)
  await chat.open('/memory')
  await chat.button('Index again').click()
  await expect(chat.notices).toContainText('All of it is indexed again.')
  await untilRemembered(app.url, 2)
  await expect(index(chat)).not.toContainText('waiting')
  await expect(rows(chat)).toHaveCount(2)
})

test('recall is switched off for all, which is told, and on again', async ({ app, chat, page }) => {
  await twoConversations(app.url)
  await chat.open('/memory')
  const section = page.getByRole('region', { name: 'Recall', exact: true })
  const stored = async () => (await (await fetch(`${app.url}/api/settings`)).json()).memory.recall.from
  await expect(section).not.toContainText('Saved')
  await section.getByLabel('Recall from').selectOption('off')
  await expect(section.getByRole('status')).toHaveText('Saved')
  await expect.poll(stored).toBe('off')
  await expect(section).toContainText('Nothing is looked for')
  await expect(chat.notices).toContainText('What was indexed goes from the index. The conversations stay.')
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(section.getByLabel('Recall from')).toHaveValue('all')
  await expect.poll(stored).toBe('all')
})

test('what another tab set since stays as it is', async ({ app, chat, context, page }) => {
  const stored = async () => (await (await fetch(`${app.url}/api/settings`)).json()).memory.recall
  const other = chatPageOf(await context.newPage())
  await other.open(`${app.url}/memory`)
  await chat.open('/memory')
  await page.getByLabel('Recall from').selectOption('session')
  await expect.poll(stored).toMatchObject({ from: 'session', remembered: true })
  await other.page.getByLabel('Remember what is said').uncheck()
  await expect.poll(stored).toMatchObject({ from: 'session', remembered: false })
})

test('where recall is switched off, the page says why nothing stands there', async ({ app, chat, page }) => {
  await twoConversations(app.url)
  await chat.open('/memory')
  await expect(rows(chat)).toHaveCount(2)
  const section = page.getByRole('region', { name: 'Recall', exact: true })
  await section.getByLabel('Recall from').selectOption('off')
  await expect(index(chat)).toContainText('Nothing is remembered yet.')
  await expect(list(chat).getByRole('status')).toHaveText(
    'As recall is set above, only conversations with settings of their own come to stand here.',
  )
})

for (const { name, options } of ALL_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('it is within the screen and without fault for axe', async ({ app, chat, page }) => {
      await chat.open('/memory')
      await expect(index(chat)).toContainText('Nothing is remembered yet.')
      expect.soft(await axeFaults(page), 'empty').toEqual([])
      await say(app.url, 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3))
      await say(app.url, 'اسم كلبي ركس وهو يحب المشي الطويل على الشاطئ')
      for (const text of [DOG, TAX]) await say(app.url, text)
      await untilRemembered(app.url, 4)
      await expect(rows(chat)).toHaveCount(4)
      expect.soft(await axeFaults(page), 'full').toEqual([])
      expect.soft(await overflowing(page), 'full').toEqual([])
      await search(chat).fill('What is my dog called?')
      await page.getByLabel('Said from').fill('2026-01-02')
      await page.getByLabel('Said to').fill('2099-12-31')
      await expect(list(chat).getByRole('status')).toContainText(/^Of what was said .+ would be given/)
      expect.soft(await axeFaults(page), 'searched').toEqual([])
      expect.soft(await overflowing(page), 'searched').toEqual([])
    })
  })
