import { AxeBuilder } from '@axe-core/playwright'
import { say } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { COUNT, expect, filter, row, test } from '../support/long-list.ts'
import { seededId } from '../support/seed-sessions.ts'

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
  const middle = chat.rows.nth(Math.floor((await chat.rows.count()) / 2))
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
  expect(await chat.rows.count()).toBeLessThan(60)
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

  const next = chat.rows.nth(Math.floor((await chat.rows.count()) / 2) + 1)
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

  const goes = chat.rows.nth(Math.floor((await chat.rows.count()) / 2) + 2)
  const gone = (await goes.textContent()) ?? ''
  await goes.press('Delete')
  await chat.confirm('Delete')
  await expect(row(chat, gone)).toHaveCount(0)
  await expect(chat.rows.and(page.locator(':focus'))).toHaveCount(1)
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
  const last = chat.rows.and(page.locator(':focus'))
  await expect(last).toBeInViewport()
  await page.keyboard.press('Home')
  // Soon after midnight the days of the list begin close to each other, each with a first row.
  await expect(chat.sidebar.locator('[aria-posinset="1"]').first()).toBeInViewport()
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
  await expect(chat.rows).toHaveCount(10)
  expect(await faults()).toEqual([])
  await filter(chat).fill('no such title')
  await expect(chat.sidebar).toContainText('No title holds')
  expect(await faults()).toEqual([])
})
