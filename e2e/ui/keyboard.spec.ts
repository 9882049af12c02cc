import type { Locator, Page } from '@playwright/test'
import { say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { HELD } from '../support/held-answer.ts'
import { promptsOf } from '../support/prompts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Tab by Tab, as one who has nothing but the keyboard. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('the skip link leads past the sidebar', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'hello')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the conversation' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(chat.button('Rename: hello')).toBeFocused()
})

test('a conversation by the keyboard alone: begin, send, stop, regenerate', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.openWith(app.url, 'hello')
  await page.keyboard.press('Control+Shift+O')
  await expect(chat.field).toBeFocused()
  await page.keyboard.type(HELD)
  await page.keyboard.press('Enter')
  await expect(chat.answers).toContainText('word3')
  await expect(chat.field).toBeFocused()
  await page.keyboard.press('Control+.')
  await expect(chat.answers).toContainText('Stopped.')
  await upstream.waitFor(({ closedEarly }) => closedEarly)

  upstream.script({ text: 'another one' })
  await tabTo(page, chat.button('Answer again'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(chat.answers).toHaveText([/another one/])
  await tabTo(page, chat.field)
  await page.keyboard.type('more')
  await page.keyboard.press('Enter')
  await expect(chat.answers).toHaveCount(2)
  await expect.poll(() => promptsOf(upstream.requests).length).toBe(4)
})

test('stop and send are reached with Tab as well', async ({ chat, page, upstream }) => {
  await chat.open()
  await tabTo(page, chat.field)
  await page.keyboard.type(HELD)
  await tabTo(page, chat.button('Send'))
  await page.keyboard.press('Enter')
  await expect(chat.answers).toContainText('word3')
  await tabTo(page, chat.stop)
  await page.keyboard.press('Space')
  await expect(chat.answers).toContainText('Stopped.')
  await upstream.waitFor(({ closedEarly }) => closedEarly)
})

test('rename and delete in the sidebar, and undo', async ({ app, chat, page }) => {
  const { sessionId } = await say(app.url, 'to stay')
  await say(app.url, 'to go')
  await chat.open(`/c/${sessionId}`)
  await tabTo(page, chat.row(/^to go/))
  await page.keyboard.press('F2')
  await expect(chat.sidebar.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('renamed')
  await page.keyboard.press('Enter')
  await expect(chat.row(/^renamed/)).toBeFocused()

  // The menu offers the same.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.menuItem('Rename')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(chat.menuItem('Delete…')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chat.sidebar.getByRole('button', { name: 'More for “renamed”' })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Delete')
  await expect(chat.dialog).toContainText('Deletes 2 messages')
  await tabTo(page, chat.dialog.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(chat.row(/^renamed/)).toBeHidden()
  await expect(chat.row('to stay')).toBeFocused()
  await page.keyboard.press('F8')
  await tabTo(page, chat.notices.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(chat.row(/^renamed/)).toBeVisible()
})

test('menu, dialog, panel and settings open, close and give the focus back', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'hello')
  await tabTo(page, chat.button('More'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Instructions' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(chat.button('More')).toBeFocused()

  await tabTo(page, chat.line.first())
  await page.keyboard.press('Enter')
  await expect(chat.panel).toBeVisible()
  await tabTo(page, chat.panel.getByRole('button', { name: 'Close the panel' }))
  await page.keyboard.press('Enter')
  await expect(chat.panel).toBeHidden()

  await tabTo(page, page.getByRole('link', { name: 'Settings' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: 'Default instructions' }))
  await page.keyboard.type('By keyboard.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Instructions' }).getByRole('status')).toHaveText('Saved')
})

test('what has the focus can be seen, on every stop of every page', async ({ app, chat, page, upstream }) => {
  upstream.script({ text: 'A [link](https://example.org/).\n\n```js\n1\n```\n\n| a |\n|---|\n| 1 |' })
  const { sessionId } = await say(app.url, 'hello')
  for (const path of [`/c/${sessionId}`, '/settings']) {
    await chat.open(path)
    const seen = new Set<string>()
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(lookOfFocus)
      if (stop === null || seen.has(stop.name)) break
      seen.add(stop.name)
      expect.soft(stop.isVisible, `${path}: ${stop.name}`).toBe(true)
    }
    expect(seen.size).toBeGreaterThan(10)
  }
})

/**
 * The element that has the focus, and whether it, its surroundings or its line look any different for it. Runs in the
 * page.
 */
function lookOfFocus(): { name: string; isVisible: boolean } | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const look = () => {
    const looks: string[] = []
    for (
      let around: Element | null = element, level = 0;
      around && level < 3;
      around = around.parentElement, level++
    )
      for (const pseudo of [null, '::before', '::after']) {
        const { outline, boxShadow, borderColor, backgroundColor, transform, opacity } = getComputedStyle(
          around,
          pseudo,
        )
        looks.push([outline, boxShadow, borderColor, backgroundColor, transform, opacity].join())
      }
    return looks.join(';')
  }
  const focused = look()
  element.blur()
  const blurred = look()
  element.focus()
  const place = [...document.querySelectorAll('*')].indexOf(element)
  const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return { name: `${place} <${element.tagName}> ${words.slice(0, 60)}`, isVisible: focused !== blurred }
}
