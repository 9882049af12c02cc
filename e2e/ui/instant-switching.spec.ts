import type { Page, Request } from '@playwright/test'
import { say } from '../support/api.ts'
import { expect, row, test } from '../support/long-list.ts'
import { seededId } from '../support/seed-sessions.ts'

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
