import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from '@playwright/test'
import { emptySqlite } from '../../lib/db/testing/test-database.ts'
import { say } from '../support/api.ts'
import { type AppServer, startApp } from '../support/app-server.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { test as base, expect } from '../support/chat-test.ts'
import { seededId, seedSessions } from './seed-sessions.ts'

const COUNT = 10_000
const titleOf = (index: number) => {
  if (index % 1_000 === 7) return `Trip to Café Müller ${index}`
  if (index === 4_321) return '100% of it_all'
  return `chat ${index}`
}

/** One server with ten thousand sessions for all tests here: each leaves them as many, or nearly. */
const test = base.extend<object, { big: AppServer }>({
  big: [
    async ({ upstream }, use) => {
      const database = await emptySqlite()
      const app = await startApp({ DATABASE_URL: database.url, OPENAI_BASE_URL: `${upstream.url}/v1` })
      await seedSessions(database.url, {
        count: COUNT,
        titleOf,
        messagesIn: (index) => (index < 600 ? 2 : 0),
      })
      await use(app)
      await app.stop()
      await database.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const rows = ({ sidebar }: ChatPage) => sidebar.getByRole('listitem').getByRole('link')
const row = ({ sidebar }: ChatPage, name: string) => sidebar.getByRole('link', { name, exact: true })
const filter = ({ sidebar }: ChatPage) =>
  sidebar.getByRole('searchbox', { name: 'Filter conversations by title' })
const scroller = ({ sidebar }: ChatPage) =>
  sidebar
    .locator('div')
    .filter({ has: sidebar.page().locator('section') })
    .first()
const drawn = ({ page }: ChatPage) => page.evaluate(() => document.querySelectorAll('nav *').length)

/** Where a row stands on the screen, in px. */
async function heightOf(chat: ChatPage, name: string): Promise<number> {
  const box = await row(chat, name).boundingBox()
  if (!box) throw new Error(`${name} is not on the screen.`)
  return box.y
}

const scrollTo = (chat: ChatPage, top: number) =>
  scroller(chat).evaluate((element, value) => {
    element.scrollTop = value
  }, top)

async function scrollToEnd(chat: ChatPage): Promise<void> {
  await expect(async () => {
    await scrollTo(chat, 10_000_000)
    await expect(chat.sidebar.getByRole('button', { name: /older conversations/i })).toHaveCount(0, {
      timeout: 100,
    })
  }).toPass()
  await scrollTo(chat, 10_000_000)
}

/** Scrolled so far down that some pages had to come, and a row in the middle of the screen. */
async function farDown(chat: ChatPage): Promise<string> {
  await expect(async () => {
    await scrollTo(chat, 15_000)
    expect(await scroller(chat).evaluate(({ scrollTop }) => scrollTop)).toBe(15_000)
  }).toPass()
  const middle = rows(chat).nth(Math.floor((await rows(chat).count()) / 2))
  await expect(middle).toBeInViewport()
  return (await middle.textContent()) ?? ''
}

test('the sidebar freezes with thousands of sessions: it does not, for it draws what is seen, and comes to its end in few requests', async ({
  big,
  chat,
}) => {
  const pages: string[] = []
  chat.page.on('request', (request) => {
    if (request.url().includes('/api/sessions?cursor')) pages.push(request.url())
  })
  await chat.open(`${big.url}/`)
  await expect(row(chat, 'chat 0')).toBeVisible()
  const atStart = await drawn(chat)
  await scrollToEnd(chat)
  await expect(row(chat, `chat ${COUNT - 1}`)).toBeVisible()
  expect(pages.length).toBeLessThan(15)
  expect(await rows(chat).count()).toBeLessThan(60)
  expect(await drawn(chat)).toBeLessThan(Math.max(600, 1.5 * atStart))
  const last = chat.sidebar.getByRole('listitem').last()
  const [place, of] = [await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')]
  expect(Number(place)).toBeGreaterThan(1)
  expect(place).toBe(of)
})

test('scroll kept: switching, renaming, deleting, what comes on top, a filter and a reload move nothing', async ({
  big,
  chat,
  page,
}) => {
  await chat.open(`${big.url}/`)
  const name = await farDown(chat)
  const before = await heightOf(chat, name)
  const stays = async (why: string) =>
    expect.poll(async () => Math.abs((await heightOf(chat, name)) - before), { message: why }).toBeLessThan(1)

  const next = rows(chat).nth(Math.floor((await rows(chat).count()) / 2) + 1)
  const nextName = (await next.textContent()) ?? ''
  await next.click()
  await expect(chat.questions).toContainText(`of ${nextName}`)
  await stays('switched')

  await next.press('F2')
  await page.keyboard.type('renamed far down')
  await page.keyboard.press('Enter')
  await expect(row(chat, 'renamed far down')).toBeFocused()
  await stays('renamed')

  const told = page.waitForResponse(
    async (response) =>
      new URL(response.url()).pathname === '/api/sessions' &&
      response.status() === 200 &&
      (await response.text()).includes('from another device'),
  )
  await say(big.url, 'from another device')
  await told
  await stays('a session came on top')

  const goes = rows(chat).nth(Math.floor((await rows(chat).count()) / 2) + 2)
  const gone = (await goes.textContent()) ?? ''
  await goes.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row(chat, gone)).toHaveCount(0)
  await expect(rows(chat).and(page.locator(':focus'))).toHaveCount(1)
  await stays('deleted')

  await page.keyboard.press('Control+k')
  await filter(chat).fill('Müller')
  await expect(row(chat, 'Trip to Café Müller 7')).toBeVisible()
  await filter(chat).press('Escape')
  await stays('filtered')

  const pages: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/sessions?cursor')) pages.push(request.url())
  })
  await page.reload()
  await expect(row(chat, name)).toBeInViewport()
  await stays('reloaded')
  expect(pages.length).toBeLessThan(4)
})

test('a title filter answers as one types, marks what it found, and is taken away with Escape', async ({
  big,
  chat,
  page,
}) => {
  await chat.open(`${big.url}/c/${seededId(3)}`)
  await page.keyboard.press('Control+k')
  await expect(filter(chat)).toBeFocused()
  await page.keyboard.type('cafe mul')
  await expect(rows(chat)).toHaveCount(10)
  await expect(rows(chat).first().locator('mark')).toHaveText('Café Mül')
  await expect(chat.sidebar.getByRole('status').filter({ hasText: 'found' })).toHaveText(
    '10 conversations found.',
  )

  // The first is a step of the arrow or a press of Enter away.
  await page.keyboard.press('ArrowDown')
  await expect(row(chat, 'Trip to Café Müller 7')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(chat, 'Trip to Café Müller 1007')).toBeFocused()
  await filter(chat).press('Enter')
  await expect(page).toHaveURL(new RegExp(seededId(7)))
  await expect(chat.questions).toContainText('of Trip to Café Müller 7')

  await filter(chat).fill('0% of it_')
  await expect(rows(chat)).toHaveText(['100% of it_all'])
  await filter(chat).fill('%')
  await expect(rows(chat)).toHaveText(['100% of it_all'])
  await filter(chat).fill('no such title')
  await expect(chat.sidebar).toContainText('No title holds “no such title”.')
  await expect(rows(chat)).toHaveCount(0)
  await filter(chat).press('Escape')
  await expect(filter(chat)).toHaveValue('')
  await expect(row(chat, 'chat 1')).toBeVisible()
})

test('an answer to what was typed before is never shown', async ({ big, chat, page }) => {
  await chat.open(`${big.url}/`)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let late: Promise<void> | null = null
  await page.route(/[?&]title=chat(&|$)/, (route) => {
    late = held.then(() => route.continue())
    return late
  })
  const asked = page.waitForRequest(/[?&]title=chat(&|$)/)
  await filter(chat).fill('chat')
  await asked
  await filter(chat).fill('muller')
  await expect(rows(chat).first()).toHaveText('Trip to Café Müller 7')
  release()
  await late
  await expect(rows(chat)).toHaveCount(10)
  await expect(rows(chat).first()).toHaveText('Trip to Café Müller 7')
})

test('what a filter found is renamed and deleted in place, and comes back', async ({ big, chat, page }) => {
  await chat.open(`${big.url}/`)
  await filter(chat).fill('chat 9123')
  await row(chat, 'chat 9123').press('F2')
  await page.keyboard.type('chat 9123 too')
  await page.keyboard.press('Enter')
  await expect(row(chat, 'chat 9123 too')).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(chat.sidebar).toContainText('No title holds')
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(row(chat, 'chat 9123 too')).toBeVisible()
  await row(chat, 'chat 9123 too').press('F2')
  await page.keyboard.type('something else')
  await page.keyboard.press('Enter')
  await expect(chat.sidebar).toContainText('No title holds')
  await filter(chat).fill('something else')
  await expect(rows(chat)).toHaveText(['something else'])
})

test('the keyboard keeps its row, however far the list is scrolled away from it', async ({
  big,
  chat,
  page,
}) => {
  await chat.open(`${big.url}/`)
  await row(chat, 'chat 2').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(row(chat, 'chat 3')).toBeFocused()
  await farDown(chat)
  await expect(row(chat, 'chat 3')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(chat, 'chat 4')).toBeFocused()
  await expect(row(chat, 'chat 4')).toBeInViewport()
  await page.keyboard.press('End')
  const last = rows(chat).and(page.locator(':focus'))
  await expect(last).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(row(chat, 'chat 0').or(row(chat, 'from another device')).first()).toBeInViewport()
})

test('the list and the filter have no fault that axe knows', async ({ big, chat, page }) => {
  await chat.open(`${big.url}/c/${seededId(1)}`)
  const faults = async () => {
    const { violations } = await new AxeBuilder({ page }).include('nav').analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join()}`)
  }
  await farDown(chat)
  expect(await faults()).toEqual([])
  await filter(chat).fill('muller')
  await expect(rows(chat)).toHaveCount(10)
  expect(await faults()).toEqual([])
  await filter(chat).fill('no such title')
  await expect(chat.sidebar).toContainText('No title holds')
  expect(await faults()).toEqual([])
})

/** The page of a session, as the router asks for it. */
const isPageOf = (index: number) => (url: URL) =>
  url.pathname === `/c/${seededId(index)}` && url.searchParams.has('_rsc')

/** Once the router has it: when it has what it wants it leaves the rest of the response. */
const fetchedAhead = (page: Page, index: number) =>
  new Promise<void>((resolve) => {
    const over = (request: Request) => {
      if (isPageOf(index)(new URL(request.url()))) resolve()
    }
    page.on('requestfinished', over)
    page.on('requestfailed', over)
  })

test('instant switching: what the pointer rests on is fetched, and the click needs no page', async ({
  big,
  chat,
  page,
}) => {
  await chat.open(`${big.url}/c/${seededId(1)}`)
  const five = fetchedAhead(page, 5)
  await row(chat, 'chat 5').hover()
  await five
  await page.route(isPageOf(5), (route) => route.abort())
  await row(chat, 'chat 5').click()
  await expect(chat.questions).toContainText('of chat 5')
  await expect(page).toHaveURL(new RegExp(seededId(5)))

  // By the keyboard likewise.
  const six = fetchedAhead(page, 6)
  await row(chat, 'chat 5').focus()
  await page.keyboard.press('ArrowDown')
  await six
  await page.route(isPageOf(6), (route) => route.abort())
  await page.keyboard.press('Enter')
  await expect(chat.questions).toContainText('of chat 6')
})

test('what was fetched ahead, or kept, is made true at once', async ({ big, chat, page }) => {
  await chat.open(`${big.url}/c/${seededId(8)}`)
  const nine = fetchedAhead(page, 9)
  await row(chat, 'chat 9').hover()
  await nine
  await say(big.url, 'said after it was fetched', { sessionId: seededId(9) })
  await row(chat, 'chat 9').click()
  await expect(chat.questions.last()).toContainText('said after it was fetched')

  await chat.say('said here')
  await row(chat, 'chat 8').click()
  await expect(chat.questions.last()).toContainText('of chat 8')
  // It was left like this: nobody need be asked.
  await page.route('**/api/sessions/**', (route) => route.abort())
  await row(chat, 'chat 9').click()
  await expect(chat.questions.last()).toContainText('said here')
})
