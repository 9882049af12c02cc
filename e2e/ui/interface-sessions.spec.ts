import { say } from '../support/api.ts'
import { axeFaults } from '../support/axe-faults.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { endSession } from '../support/end-session.ts'
import { TWO_LOOKS } from '../support/looks.ts'
import { beginAsProgram } from '../support/program-session.ts'
import { ask } from '../support/rest.ts'
import { seedSessions } from '../support/seed-sessions.ts'

const menu = ({ sidebar }: ChatPage) => sidebar.getByRole('button', { name: /^Show: / })

async function show(chat: ChatPage, name: string): Promise<void> {
  await menu(chat).click()
  await chat.page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
}

test('sessions of programs carry a mark, and each kind is shown alone by the keyboard', async ({
  launch,
  database,
  chat,
  page,
}) => {
  const app = await launch()
  await say(app.url, 'said by hand')
  await beginAsProgram(database.url, 'said by a program')
  await chat.open(`${app.url}/`)
  const [byHand, byProgram] = [chat.row('said by hand'), chat.row(/^said by a program ?, from a program/)]
  await expect(byProgram).toBeVisible()
  await expect(byHand).not.toHaveAccessibleName(/from a program/)

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Tab')
  await expect(menu(chat)).toBeFocused()
  await expect(menu(chat)).toHaveAccessibleName('Show: All conversations')
  await page.keyboard.press('Enter')
  // Until the menu has the focus, its keys are nobody's.
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitemradio', { name: /^From programs/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(byHand).toHaveCount(0)
  await expect(byProgram).toBeVisible()
  await expect(menu(chat)).toBeFocused()
  await expect(menu(chat)).toHaveAccessibleName('Show: From programs')
  await expect(chat.sidebar.getByRole('status').filter({ hasText: 'Only from programs' })).toBeVisible()

  await show(chat, 'Mine')
  await expect(byProgram).toHaveCount(0)
  await expect(byHand).toBeVisible()
  await chat.sidebar.getByRole('button', { name: 'Show all' }).click()
  await expect(byHand).toBeVisible()
  await expect(byProgram).toBeVisible()
})

test('one that a program began for no named user says when it ends, and that it has ended', async ({
  launch,
  database,
  chat,
  page,
}) => {
  const app = await launch()
  const { session_id } = await ask(app.url, { query: 'said in passing' })
  await chat.open(`${app.url}/c/${session_id}`)
  const header = page.locator('main header')
  await expect(header.getByRole('heading', { level: 1 })).toContainText('said in passing')
  await expect(header).toContainText(/ends (on .* )?at \d\d:\d\d/)
  await chat.open(`${app.url}/c/${await beginAsProgram(database.url, 'said for Ada')}`)
  await expect(header.getByRole('heading', { level: 1 })).toContainText('said for Ada')
  await expect(header).not.toContainText('ends')

  await chat.open(`${app.url}/c/${session_id}`)
  await endSession(database.url, session_id)
  await chat.send('Are you still there?')
  await expect(page.getByRole('region', { name: 'Ended conversation' }).getByRole('alert')).toContainText(
    'This conversation of a program has ended, or was deleted.',
  )
})

test('the choice is remembered, and the page comes with that list alone', async ({
  launch,
  database,
  chat,
  page,
}) => {
  const app = await launch()
  await say(app.url, 'said by hand')
  await beginAsProgram(database.url, 'said by a program')
  await chat.open(`${app.url}/`)
  await show(chat, 'From programs')
  await expect(chat.rows).toHaveCount(1)
  expect(await (await page.request.get(`${app.url}/`)).text()).not.toMatch(/title="said by hand"/)
  await page.reload()
  await expect(chat.rows).toHaveText([/^said by a program/])
  await expect(menu(chat)).toHaveAccessibleName('Show: From programs')
  await show(chat, 'All conversations')
  await page.reload()
  await expect(chat.rows).toHaveCount(2)
})

test('news goes into the lists that it belongs to', async ({ launch, database, chat }) => {
  const app = await launch()
  await chat.open(`${app.url}/`)
  await show(chat, 'From programs')
  await expect(chat.sidebar).toContainText('What other programs begin through the interfaces stands here.')
  // Told by this page itself, and by nothing but the server.
  await chat.say('said by hand')
  await beginAsProgram(database.url, 'said by a program')
  await expect(chat.rows).toHaveText([/^said by a program/])
  await chat.say('more by hand')
  await beginAsProgram(database.url, 'said by another program')
  await expect(chat.rows).toHaveText([/^said by another program/, /^said by a program/])

  await show(chat, 'Mine')
  await expect(chat.rows).toHaveText(['said by hand'])
  await chat.row('said by hand').press('Delete')
  await chat.confirm('Delete')
  await expect(chat.rows).toHaveCount(0)
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.rows).toHaveText(['said by hand'])
})

test('every page of a long list is of the one kind, also where a title is looked for', async ({
  launch,
  database,
  chat,
  page,
}) => {
  const app = await launch()
  const COUNT = 600
  await seedSessions(database.url, {
    count: COUNT,
    titleOf: (index) => (index % 2 === 0 ? `hand ${index}` : `program ${index}`),
    kindOf: (index) => (index % 2 === 0 ? {} : { source: 'interface' }),
    messagesIn: () => 0,
  })
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.has('cursor')) asked.push(url)
  })
  await chat.open(`${app.url}/`)
  await show(chat, 'From programs')
  await expect(chat.row(/^program 1 ?,/)).toBeVisible()
  await chat.row(/^program 1 ?,/).focus()
  const scroller = chat.sidebar.locator('div:has(> div > section)')
  await expect(async () => {
    await scroller.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await expect(chat.row(new RegExp(`^program ${COUNT - 1} ?,`))).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.map(({ searchParams }) => searchParams.get('source'))).toEqual(asked.map(() => 'interface'))
  await expect(chat.row(/^hand/)).toHaveCount(0)
  const last = chat.sidebar.getByRole('listitem').last()
  expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'))

  // Its place outlives a reload, as that of the list of all does.
  await page.reload()
  await expect(chat.row(new RegExp(`^program ${COUNT - 1} ?,`))).toBeInViewport()

  await chat.sidebar.getByRole('searchbox').fill('59')
  const found = [59, 159, 259, 359, 459, 559, 591, 593, 595, 597, 599]
  await expect(chat.rows).toHaveText(found.map((index) => new RegExp(`^program ${index}`)))
  await show(chat, 'Mine')
  await expect(chat.rows).toHaveText(['hand 590', 'hand 592', 'hand 594', 'hand 596', 'hand 598'])
})

for (const { name, width, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use({ ...options, contextOptions: { reducedMotion: 'reduce' } })

    test('marks, menu and note have no fault that axe knows', async ({ launch, database, chat, page }) => {
      const app = await launch()
      await say(app.url, 'said by hand')
      await beginAsProgram(database.url, 'said by a program')
      await chat.open(`${app.url}/`)
      if (width === 360) await chat.button('Open the sidebar').click()
      await expect(chat.rows).toHaveCount(2)
      await menu(chat).click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect.soft(await axeFaults(page), 'menu').toEqual([])
      await page.getByRole('menuitemradio', { name: /^From programs/ }).click()
      await expect(chat.rows).toHaveCount(1)
      expect.soft(await axeFaults(page), 'one kind').toEqual([])
    })
  })
