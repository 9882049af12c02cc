import { say, threadOf } from '../support/api.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { type ChatPage, chatPageOf } from '../support/chat-page.ts'
import { ALL_LOOKS } from '../support/looks.ts'
import { overflowing } from '../support/overflow.ts'
import { expect, test, untilRemembered } from '../support/recall-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const DOG = 'My dog is called Rex and he likes long walks by the sea.'
const TAX = 'The tax office wants the form for last year by the end of May.'

const list = ({ page }: ChatPage) => page.getByRole('region', { name: 'Remembered' })
const rows = (chat: ChatPage) => list(chat).getByRole('listitem')
const search = ({ page }: ChatPage) => page.getByRole('searchbox', { name: 'Search the memory' })
const belowTheLine = (chat: ChatPage) => list(chat).getByRole('region', { name: 'Not near enough' })
const index = ({ page }: ChatPage) => page.getByRole('region', { name: 'Index' })

/** Two conversations, the second about taxes. Their ids. */
async function twoConversations(base: string): Promise<[dog: string, tax: string]> {
  const dog = await say(base, DOG)
  const tax = await say(base, TAX)
  await untilRemembered(base, 2)
  return [dog.sessionId, tax.sessionId]
}

test('all that is remembered stands there, the newest first, and is searched as a message would be', async ({
  app,
  chat,
  page,
}) => {
  await twoConversations(app.url)
  await chat.open()
  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await expect(page).toHaveTitle(/Memory/)
  await expect(index(chat)).toContainText('2 exchanges of 2 conversations are remembered.')
  await expect(index(chat)).toContainText(/Meanings by .+\. About \d/)
  await expect(rows(chat)).toContainText([TAX, DOG])

  await search(chat).fill('What is my dog called?')
  await expect(list(chat).getByRole('status')).toContainText('A message that says this would be given')
  await expect(rows(chat).first()).toContainText(DOG)
  await expect(rows(chat).first()).toContainText(/score \d\.\d\d · meaning 0\.\d\d/)
  await expect(belowTheLine(chat).getByText(DOG)).toHaveCount(0)

  await search(chat).fill('Good morning!')
  await expect(list(chat).getByRole('status')).toHaveText('A message that says this would be given nothing.')
  await expect(belowTheLine(chat).getByRole('listitem')).toHaveCount(2)

  await search(chat).press('Escape')
  await expect(list(chat).getByRole('status')).toHaveText('The newest first.')
  await expect(rows(chat)).toContainText([TAX, DOG])
})

test('one conversation alone, from its row or by the choice; its title leads to what was said', async ({
  app,
  chat,
  page,
}) => {
  const [dog] = await twoConversations(app.url)
  await chat.open('/memory')
  await rows(chat)
    .last()
    .getByRole('button', { name: /^More for/ })
    .click()
  await chat.menuItem('Only this conversation').click()
  await expect(rows(chat)).toHaveCount(1)
  await expect(rows(chat)).toContainText(DOG)
  await page.getByRole('combobox', { name: 'In which conversation' }).selectOption('')
  await expect(rows(chat)).toHaveCount(2)
  await rows(chat).last().getByRole('link').click()
  await page.waitForURL(`**/c/${dog}#m-*`)
  await expect(chat.questions).toContainText([DOG])
})

// Of the two at least one is on another day than the server's.
for (const timezoneId of ['Pacific/Kiritimati', 'Etc/GMT+12'])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('the days are those of who looks', async ({ app, chat, page }) => {
      await twoConversations(app.url)
      await chat.open('/memory')
      const status = list(chat).getByRole('status')
      await expect(rows(chat)).toHaveCount(2)
      const [yesterday, today, tomorrow] = await page.evaluate(() =>
        [-1, 0, 1].map((days) => {
          const time = new Date()
          time.setDate(time.getDate() + days)
          return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
            .map((figure) => String(figure).padStart(2, '0'))
            .join('-')
        }),
      )
      const from = page.getByLabel('Said from')
      const to = page.getByLabel('Said to')
      await from.fill(String(today))
      await to.fill(String(today))
      await expect(status).toHaveText(/^Said on \d+ \w+ 20\d\d, the newest first\.$/)
      await expect(rows(chat)).toHaveCount(2)
      await to.fill(String(yesterday))
      await expect(list(chat).getByRole('alert')).toHaveText('The first day is after the last.')
      await from.fill('')
      await expect(status).toHaveText(/^Nothing that was said up to \d+ \w+ 20\d\d is remembered\.$/)
      await expect(list(chat).getByRole('alert')).toHaveCount(0)
      await expect(rows(chat)).toHaveCount(0)

      await search(chat).fill('What is my dog called?')
      await expect(status).toHaveText(/^Nothing that was said up to .+ has anything to do with/)
      await to.fill(String(tomorrow))
      await expect(status).toContainText(
        /^Of what was said up to .+, a message that says this would be given/,
      )
      await expect(rows(chat).first()).toContainText(DOG)
      await chat.button('Of any day').click()
      await expect(status).toContainText(/^A message that says this/)
      await expect(page.getByLabel('Said to')).toHaveValue('')
    })
  })

test('what is looked at stands in the address: the way back and a reload show it, and ask once', async ({
  app,
  chat,
  page,
}) => {
  const [dog] = await twoConversations(app.url)
  await chat.open('/memory')
  await search(chat).fill('What is my dog called?')
  await page.getByRole('combobox', { name: 'In which conversation' }).selectOption(dog)
  await page.getByLabel('Said from').fill('2026-01-02')
  const status = list(chat).getByRole('status')
  const shown = async () => {
    await expect(status).toContainText(
      'Of this conversation alone, and of what was said from 2 Jan 2026 on, a',
    )
    await expect(rows(chat)).toHaveCount(1)
    await expect(search(chat)).toHaveValue('What is my dog called?')
    await expect(page.getByRole('combobox', { name: 'In which conversation' })).toHaveValue(dog)
    await expect(page.getByLabel('Said from')).toHaveValue('2026-01-02')
  }
  await shown()
  await page.waitForURL(`/memory?q=What+is+my+dog+called%3F&session=${dog}&from=2026-01-02`)
  await rows(chat).first().getByRole('link').click()
  await page.waitForURL(`**/c/${dog}#m-*`)
  await expect(chat.questions).toContainText([DOG])

  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/memory') sent.push(request.url())
  })
  await page.goBack()
  await shown()
  expect(sent).toHaveLength(1)
  await page.reload()
  await shown()
  await expect(index(chat)).toContainText('2 exchanges')
  expect(sent).toHaveLength(2)

  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await expect(status).toHaveText('The newest first.')
  await expect(search(chat)).toHaveValue('')
  await page.goBack()
  await shown()
})

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

test('more than a page is read on', async ({ app, chat }) => {
  const { sessionId } = await say(app.url, 'number 0')
  for (let turn = 1; turn < 33; turn++) await say(app.url, `number ${turn}`, { sessionId })
  await chat.open('/memory')
  await expect(rows(chat)).toHaveCount(30)
  await chat.button('More').click()
  await expect(rows(chat)).toHaveCount(33)
  await expect(rows(chat).last()).toContainText('number 0')
  await expect(chat.button('More')).toHaveCount(0)
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

test('recall is switched off for all, and on again', async ({ app, chat, page }) => {
  await twoConversations(app.url)
  await chat.open('/memory')
  const section = page.getByRole('region', { name: 'Recall', exact: true })
  const stored = async () => (await (await fetch(`${app.url}/api/settings`)).json()).memory.recall.from
  await expect(section).not.toContainText('Saved')
  await section.getByLabel('Recall from').selectOption('off')
  await expect(section.getByRole('status')).toHaveText('Saved')
  await expect.poll(stored).toBe('off')
  await expect(section).toContainText('Nothing is looked for')
  await section.getByLabel('Recall from').selectOption('all')
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

test('a search says how many of what was found a message is given', async ({ app, chat, page }) => {
  const { sessionId } = await say(app.url, DOG)
  for (const friend of ['Bea', 'Max', 'Sam'])
    await say(app.url, `My dog Rex has a friend called ${friend}.`, { sessionId })
  await untilRemembered(app.url, 4)
  await chat.open('/memory')
  const found = list(chat).getByRole('status')
  await search(chat).fill('What is the friend of my dog Rex called?')
  await expect(found).toHaveText(/would be given the best 3 of these 4, where they differ\.$/)
  const section = page.getByRole('region', { name: 'Recall', exact: true })
  await section.getByLabel('Recall from').selectOption('session')
  await expect(found).toHaveText(/^If all conversations were recalled from, a message that says this/)
})

test('a temporary chat is none that can be chosen', async ({ app, chat, page }) => {
  await chat.open()
  await page.getByRole('switch', { name: 'Temporary chat' }).click()
  await chat.say('only for now')
  await twoConversations(app.url)
  await chat.open('/memory')
  const choice = page.getByRole('combobox', { name: 'In which conversation' })
  await expect(choice.getByRole('option')).toHaveCount(3)
  await expect(choice).not.toContainText('Temporary chat')
})

test('where nothing is remembered, nothing fits, or the server remembers nothing, it says so', async ({
  app,
  chat,
  launch,
}) => {
  await chat.open('/memory')
  await expect(index(chat)).toContainText('Nothing is remembered yet.')
  await expect(list(chat)).toContainText('When an answer is finished')
  await expect(search(chat)).toHaveCount(0)

  await twoConversations(app.url)
  await expect(rows(chat)).toHaveCount(2)
  await search(chat).fill('Good morning!')
  await expect(list(chat).getByRole('status')).toHaveText('A message that says this would be given nothing.')

  const without = await launch({ RECALL: '0' })
  await chat.open(`${without.url}/memory`)
  await expect(chat.page.getByText('This server remembers nothing beyond each conversation')).toBeVisible()
})

test('an address that cannot be reached is told, and what was there stays', async ({ app, chat, page }) => {
  await twoConversations(app.url)
  await chat.open('/memory')
  await expect(rows(chat)).toHaveCount(2)
  await page.route('**/api/memory?*', (route) => route.abort('connectionrefused'))
  await search(chat).fill('dog')
  await expect(list(chat).getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(rows(chat)).toHaveCount(2)
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
