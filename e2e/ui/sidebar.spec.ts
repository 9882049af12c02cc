import { patch, say } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'

async function fromMenu(chat: ChatPage, title: string, item: string) {
  await chat.row(title).hover()
  await chat.sidebar.getByRole('button', { name: `More for “${title}”` }).click()
  await chat.menuItem(item).click()
}

test('the latest stands first, the current one is marked, and a title comes from the first message', async ({
  app,
  chat,
}) => {
  const one = await say(app.url, 'one\nand a second line')
  await say(app.url, `two ${'with a long first line '.repeat(6)}`)
  await chat.open(`/c/${one.sessionId}`)
  await expect(chat.rows).toHaveText([/^two with a long first line.*…/, 'one'])
  await expect(chat.row('one')).toHaveAttribute('aria-current', 'page')
  await expect(chat.row(/^two/)).not.toHaveAttribute('aria-current')
  await chat.say('more of one')
  await expect(chat.rows).toHaveText(['one', /^two/])
  await chat.row(/^two/).click()
  await expect(chat.row(/^two/)).toHaveAttribute('aria-current', 'page')
  await chat.newChat.click()
  await expect(chat.sidebar.locator('[aria-current]')).toHaveCount(0)
  await chat.say('three')
  await expect(chat.rows).toHaveText(['three', 'one', /^two/])
  await expect(chat.row('three')).toHaveAttribute('aria-current', 'page')
})

test('conversations are grouped by the day of the reader', async ({ app, chat, page }) => {
  await say(app.url, 'said today')
  const group = (name: string) => chat.sidebar.getByRole('region', { name })
  await chat.open()
  await expect(group('Today').getByRole('link')).toHaveText([/^said today/])
  const day = 24 * 60 * 60 * 1000
  await page.clock.setFixedTime(Date.now() + day)
  await chat.open()
  await expect(group('Yesterday').getByRole('link')).toHaveText([/^said today/])
  await page.clock.setFixedTime(Date.now() + 5 * day)
  await chat.open()
  await expect(group('Previous 7 days').getByRole('link')).toHaveText([/^said today/])
})

test('rename: Enter keeps, Escape restores, and the header follows', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'an old title')
  const field = chat.sidebar.getByRole('textbox', { name: 'Title of the conversation' })
  await fromMenu(chat, 'an old title', 'Rename')
  await field.fill('never mind')
  await field.press('Escape')
  await expect(chat.row('an old title')).toBeVisible()

  await fromMenu(chat, 'an old title', 'Rename')
  await field.fill('a new title')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await field.press('Enter')
  await expect(chat.row('a new title')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('a new title')
  await expect(page).toHaveTitle(/^a new title/)
  await saved
  await page.reload()
  await expect(chat.row('a new title')).toBeVisible()
})

test('rename: whoever types at once after F2 loses no letter, and writes none over', async ({
  app,
  chat,
  page,
}) => {
  await chat.openWith(app.url, 'an old title')
  const chosen = await chat.row('an old title').evaluate(async (link) => {
    link.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true, cancelable: true }))
    // No frame is drawn between two keys that come at once: only what the first one set off has run.
    await Promise.resolve()
    return getSelection()?.toString()
  })
  expect(chosen).toBe('an old title')
  await page.keyboard.type('typed at once')
  await page.keyboard.press('Enter')
  await expect(chat.row('typed at once')).toBeFocused()
})

test('a title is changed in the header too, and the sidebar follows', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'from the message')
  await chat.button('Rename: from the message').click()
  const field = page.getByRole('main').getByRole('textbox', { name: 'Title of the conversation' })
  await field.fill('by me')
  await field.press('Enter')
  await expect(chat.row('by me')).toBeVisible()
  await chat.say('go on')
  await expect(chat.row('by me')).toBeVisible()
})

test('delete says what goes, and undo brings it back', async ({ app, chat, page }) => {
  const { sessionId } = await say(app.url, 'to be deleted')
  await say(app.url, 'to stay')
  await chat.open(`/c/${sessionId}`)
  await fromMenu(chat, 'to be deleted', 'Delete…')
  await expect(chat.dialog).toContainText('to be deleted')
  await expect(chat.dialog).toContainText('Deletes 2 messages and 1 context record.')
  await expect(chat.dialog).toContainText('30 seconds')
  await chat.confirm('Cancel')
  await expect(chat.row('to be deleted')).toBeVisible()

  await fromMenu(chat, 'to be deleted', 'Delete…')
  await chat.confirm('Delete')
  await expect(chat.rows).toHaveText([/^to stay/])
  await expect(page).toHaveURL(/\/$/)
  await expect(chat.notices).toContainText('Deleted 2 messages and 1 context record.')
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.row('to be deleted')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(sessionId))
  await expect(chat.questions).toHaveText([/to be deleted/])
})

test('an answer being written and one not seen yet are marked, until the conversation is opened', async ({
  app,
  chat,
  upstream,
}) => {
  await say(app.url, 'elsewhere')
  await chat.open()
  await chat.send('[[words 5]] [[hold 2]] slow')
  await expect(chat.answers).toContainText('word2')
  await chat.row('elsewhere').click()
  await expect(chat.questions).toHaveText([/elsewhere/])
  await expect(chat.row(/slow ?, answering$/)).toBeVisible()
  upstream.release()
  await expect(chat.row(/slow ?, unread answer$/)).toBeVisible()
  await chat.row(/slow/).click()
  await expect(chat.answers).toContainText('word5')
  await expect(chat.row(/slow$/)).toBeVisible()
  await chat.row('elsewhere').click()
  await expect(chat.questions).toHaveText([/elsewhere/])
  await expect(chat.row(/slow$/)).toBeVisible()
})

test('older conversations come as one scrolls', async ({ app, chat }) => {
  for (let start = 0; start < 60; start += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => say(app.url, `chat ${start + i}`, { model: 'builtin' })),
    )
  await chat.open()
  await expect(chat.button('Older conversations')).toBeAttached()
  await expect(chat.row(/^chat 0 ?\b/)).toHaveCount(0)
  await chat.rows.last().scrollIntoViewIfNeeded()
  await expect(chat.button('Older conversations')).toHaveCount(0)
  await chat.rows.first().focus()
  await chat.page.keyboard.press('End')
  await expect(chat.rows.last()).toBeFocused()
  await expect(chat.rows.last()).toHaveText(/^chat \d( ?, unread answer)?$/)
})

test('one who comes back after a while finds the titles far down as they are now', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, 'far down', { model: 'builtin' })
  for (let start = 0; start < 60; start += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => say(app.url, `chat ${start + i}`, { model: 'builtin' })),
    )
  await page.clock.install()
  await chat.open()
  await chat.rows.first().focus()
  // To the end of what is there by then: older ones come as one gets near.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(chat.row(/^far down/)).toBeFocused({ timeout: 500 })
  }).toPass()
  await patch(`${app.url}/api/sessions/${sessionId}`, { title: 'renamed elsewhere' })
  await page.clock.fastForward(61_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(chat.row(/^renamed elsewhere/)).toBeVisible()
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 600, height: 800 } })

  test('the key of the filter opens the drawer on it; Escape takes the filter away first, then the drawer', async ({
    app,
    chat,
    page,
  }) => {
    await say(app.url, 'one of them')
    await say(app.url, 'the other')
    await chat.open()
    await page.keyboard.press('Control+k')
    const drawer = page.getByRole('dialog', { name: 'Sidebar' })
    const field = drawer.getByRole('searchbox')
    await expect(field).toBeFocused()
    await page.keyboard.type('one of')
    await expect(drawer.locator('[data-session]')).toHaveText([/^one of them/])
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await expect(drawer.locator('[data-session]')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()

    // A finger opens the list, not the keyboard over it.
    await chat.button('Open the sidebar').click()
    await expect(drawer).toBeVisible()
    await expect(field).not.toBeFocused()
  })
})
