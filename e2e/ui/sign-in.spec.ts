import type { Page } from '@playwright/test'
import { alive } from '../support/chat-page.ts'
import { ALL_LOOKS } from '../support/looks.ts'
import { otherSite } from '../support/other-site.ts'
import { overflowing } from '../support/overflow.ts'
import { problems } from '../support/problems.ts'
import { expect, test } from '../support/test.ts'

// Each starts a server of its own, some of them two.
test.describe.configure({ timeout: 180_000 })

const ALICE = 'the-token-of-alice'
const BOT = 'the-token-of-a-bot'
const ACCESS_TOKEN = `alice:${ALICE},bot:${BOT}`

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test.describe('a person', () => {
  test('signs in and is where they wanted to go; a wrong token is said', async ({ launch, page }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    await page.goto(`${url}/settings`)
    await signIn(page, 'a token that is wrong')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('not known here')
    await signIn(page, ` ${ALICE} `)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await expect(page.getByText('signed in with the token alice')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/settings')

    const [cookie, ...more] = await page.context().cookies()
    expect(more).toEqual([])
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false, path: '/' })
    expect(cookie?.value).not.toContain(ALICE)
    await page.goto(`${url}/sign-in?next=/settings`)
    expect(new URL(page.url()).pathname).toBe('/settings')
  })

  test('is not led to another server', async ({ launch, page }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    await page.goto(`${url}/sign-in?next=${encodeURIComponent('/.//evil.example/')}`)
    await signIn(page, ALICE)
    await page.waitForURL(`${url}/`)
  })

  test('who was wrong too often is told how long to wait', async ({ launch, page }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    for (let i = 0; i < 10; i++) await fetch(`${url}/api/models`, { headers: bearer(`guess-${i}`) })
    await page.goto(`${url}/sign-in`)
    await signIn(page, ALICE)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/Wait \d+ seconds/)
    expect(await page.context().cookies()).toEqual([])
  })

  test('signs out, and pages that are open elsewhere give way', async ({ launch, page, context }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    await page.goto(url)
    await signIn(page, ALICE)
    await alive(page)
    const field = page.getByRole('textbox', { name: 'Message', exact: true })
    await field.fill('not sent yet')
    const other = await context.newPage()
    await other.goto(`${url}/settings`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.waitForURL(`${url}/sign-in`)
    expect(await context.cookies()).toEqual([])
    await other.goto(url)
    await expect(other.getByLabel('Access token')).toBeVisible()

    await page.bringToFront()
    await expect(page.getByLabel('Access token')).toBeVisible()
    await signIn(page, ALICE)
    await expect(field).toHaveValue('not sent yet')
  })

  test('whose cookie is gone is led to the sign-in by a link, and back', async ({ launch, page }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    await page.goto(url)
    await signIn(page, ALICE)
    await alive(page)
    // Else the page might hear of it before the link is followed.
    await page.route('**/api/**', (route) => route.abort())
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Settings' }).click()
    await signIn(page, ALICE)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  })

  test('is signed out when their token is changed, and nobody else is', async ({ launch, browser }) => {
    const app = await launch({ ACCESS_TOKEN })
    const [alice, bot] = await Promise.all([browser.newPage(), browser.newPage()])
    for (const [page, token] of [[alice, ALICE] as const, [bot, BOT] as const]) {
      await page.goto(`${app.url}/settings`)
      await signIn(page, token)
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    }
    await app.stop()

    // A browser sends a cookie to every port of its host.
    const { url } = await launch({ ACCESS_TOKEN: `alice:another-token-of-alice,bot:${BOT}` })
    await alice.goto(`${url}/settings`)
    await expect(alice.getByLabel('Access token')).toBeVisible()
    await bot.goto(`${url}/settings`)
    await expect(bot.getByText('signed in with the token bot')).toBeVisible()
    await Promise.all([alice, bot].map((page) => page.close()))
  })

  test('needs no script', async ({ launch, browser }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto(`${url}/settings`)
    await signIn(page, 'wrong')
    await expect(page.getByText('not known here')).toBeVisible()
    await signIn(page, ALICE)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByLabel('Access token')).toBeVisible()
    await page.close()
  })
})

test.describe('another page', () => {
  test('can neither sign in, nor out, nor change anything', async ({ launch, page, context }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    await page.goto(`${url}/settings`)
    await signIn(page, ALICE)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const before = await context.cookies()

    const site = await otherSite()
    const foreign = await context.newPage()
    for (const [path, field] of [
      ['/sign-out', ''],
      ['/sign-in/token', `<input name="token" value="${BOT}">`],
    ]) {
      await foreign.goto(site.url)
      await foreign.setContent(
        `<form method="post" action="${url}${path}">${field}<button>Go</button></form>`,
      )
      const [response] = await Promise.all([
        foreign.waitForResponse(`${url}${path}`),
        foreign.getByRole('button').click(),
      ])
      expect(response.status(), path).toBe(403)
    }
    await site.close()
    expect(await context.cookies()).toEqual(before)
    await page.reload()
    await expect(page.getByText('signed in with the token alice')).toBeVisible()
  })
})

for (const { name, options } of ALL_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('the sign-in page can be read and reached', async ({ launch, page }) => {
      const { url } = await launch({ ACCESS_TOKEN })
      await page.goto(`${url}/sign-in?refused=wait&seconds=30`)
      await expect(page.getByLabel('Access token')).toBeFocused()
      await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/Wait 30 seconds/)
      expect(await problems(page)).toEqual([])
      expect(await overflowing(page)).toEqual([])
    })
  })
