import { expect, filter, row, test } from '../support/long-list.ts'
import { seededId } from '../support/seed-sessions.ts'

test('a title filter answers as one types, marks what it found, and is taken away with Escape', async ({
  big,
  chat,
  page,
}) => {
  await chat.open(`${big.url}/c/${seededId(3)}`)
  await page.keyboard.press('Control+k')
  await expect(filter(chat)).toBeFocused()
  await page.keyboard.type('cafe mul')
  await expect(chat.rows).toHaveCount(10)
  await expect(chat.rows.first().locator('mark')).toHaveText('Café Mül')
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
  await expect(chat.rows).toHaveText(['100% of it_all'])
  await filter(chat).fill('%')
  await expect(chat.rows).toHaveText(['100% of it_all'])
  for (const sought of ['se strasse', 'ße straße', 'SSE STRASSE']) {
    await filter(chat).fill(sought)
    await expect(chat.rows).toHaveText(['Große Straße'])
    await expect(chat.rows.first().locator('mark')).toHaveText('ße Straße')
  }
  await filter(chat).fill('no such title')
  await expect(chat.sidebar).toContainText('No title holds “no such title”.')
  await expect(chat.rows).toHaveCount(0)
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
  await expect(chat.rows.first()).toHaveText('Trip to Café Müller 7')
  release()
  await late
  await expect(chat.rows).toHaveCount(10)
  await expect(chat.rows.first()).toHaveText('Trip to Café Müller 7')
})

test('what a filter found is renamed and deleted in place, and comes back', async ({ big, chat, page }) => {
  await chat.open(`${big.url}/`)
  await filter(chat).fill('chat 9123')
  await row(chat, 'chat 9123').press('F2')
  await page.keyboard.type('chat 9123 too')
  await page.keyboard.press('Enter')
  await expect(row(chat, 'chat 9123 too')).toBeFocused()
  await page.keyboard.press('Delete')
  await chat.confirm('Delete')
  await expect(chat.sidebar).toContainText('No title holds')
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(row(chat, 'chat 9123 too')).toBeVisible()
  await row(chat, 'chat 9123 too').press('F2')
  await page.keyboard.type('something else')
  await page.keyboard.press('Enter')
  await expect(chat.sidebar).toContainText('No title holds')
  await filter(chat).fill('something else')
  await expect(chat.rows).toHaveText(['something else'])
})
