import { say } from '../support/api.ts'
import {
  belowTheLine,
  DOG,
  index,
  list,
  rows,
  search,
  TAX,
  twoConversations,
} from '../support/memory-page.ts'
import { expect, test, untilRemembered } from '../support/recall-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

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
