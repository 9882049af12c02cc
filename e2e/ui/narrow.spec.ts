import type { Locator, Page } from '@playwright/test'
import { post, say, setSettings } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { overflowing } from '../support/overflow.ts'

const WIDTH = 360
test.use({
  viewport: { width: WIDTH, height: 740 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
})

const WIDE = `A ${'word'.repeat(40)} and https://example.org/${'path/'.repeat(30)}

\`\`\`js
const line = '${'x'.repeat(120)}'
\`\`\`

| a long heading | another long heading | and a third one | a fourth |
|---|---|---|---|
| ${'cell '.repeat(8)} | ${'cell'.repeat(12)} | 3 | 4 |

![a picture with a long name](https://a-very-long-host-name.pictures.example/lighthouse.png)

\`${'inline'.repeat(20)}\` and مرحبا بالعالم`

async function fits(page: Page, box: Locator): Promise<void> {
  await expect(box).toBeVisible()
  const { x = -1, y = -1, width = 0, height = 0 } = (await box.boundingBox()) ?? {}
  expect(x).toBeGreaterThanOrEqual(0)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(WIDTH)
  expect(y + height).toBeLessThanOrEqual(740)
  expect(await overflowing(page)).toEqual([])
}

test('no page is wider than the screen, whatever stands in it', async ({ app, chat, page, upstream }) => {
  await setSettings(app.url, { instructions: `Donaudampfschifffahrtsgesellschaft${'kapitän'.repeat(20)}` })
  upstream.script({ text: WIDE })
  const { sessionId } = await say(
    app.url,
    `Rindfleischetikettierungs${'überwachung'.repeat(12)} ${'lang '.repeat(40)}`,
  )
  await say(app.url, '[[status 401]]', { sessionId })
  await post(`${app.url}/api/sessions/${sessionId}/divider`, {})
  for (const path of ['/', `/c/${sessionId}`, '/settings', '/c/unknown', '/no/page']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    expect(await overflowing(page), path).toEqual([])
  }
  await chat.open(`/c/${sessionId}`)
  await page
    .getByText(/^Instructions/)
    .first()
    .tap()
  await chat.field.fill('word'.repeat(100))
  expect(await overflowing(page)).toEqual([])
})

test('a message is sent, its answer read, and another conversation opened from the drawer', async ({
  app,
  chat,
  page,
}) => {
  await say(app.url, 'the other one')
  await chat.open()
  await chat.field.fill('hello')
  await chat.button('Send').tap()
  await expect(chat.answers).toContainText('You said "hello"')
  await expect(chat.field).toBeInViewport()

  await chat.button('Open the sidebar').tap()
  const drawer = page.getByRole('dialog', { name: 'Sidebar' })
  await fits(page, drawer)
  await drawer.getByRole('link', { name: /the other one/ }).tap()
  await expect(chat.questions).toHaveText([/the other one/])
  await expect(drawer).toBeHidden()
  await chat.button('Open the sidebar').tap()
  await drawer.getByRole('button', { name: 'Close the sidebar' }).tap()
  await expect(drawer).toBeHidden()
})

test('panel, menus, dialogs and notices fit', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'something to clear')
  await chat.button('What the model will see').tap()
  const panel = page.getByRole('dialog', { name: 'Context' })
  await fits(page, panel)
  await panel.getByRole('button', { name: 'Close the panel' }).tap()
  await page.getByRole('button', { name: /^Model: / }).tap()
  await fits(page, page.getByRole('menu'))
  await page.keyboard.press('Escape')

  const menu = async (item: RegExp) => {
    await chat.button('More').tap()
    await fits(page, page.getByRole('menu'))
    await page.getByRole('menuitem', { name: item }).tap()
  }
  await menu(/^Instructions/)
  await fits(page, page.getByRole('dialog', { name: 'Instructions' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
  await menu(/^Clear this/)
  await expect(chat.dialog).toContainText('Deletes 2 messages')
  await fits(page, chat.dialog)
  await chat.dialog.getByRole('button', { name: 'Clear', exact: true }).tap()
  await fits(page, chat.notices.getByRole('listitem'))
  await expect(chat.field).toBeInViewport()
})

test('what is to be touched is large enough', async ({ app, chat, page }) => {
  const { sessionId } = await say(app.url, 'hello')
  const small = () =>
    page.evaluate(() => {
      const targets = document.querySelectorAll('a, button, input, select, summary, textarea')
      return [...targets].flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        const isHidden = !target.checkVisibility({ visibilityProperty: true }) || width <= 1
        // The line is 16 px wide and as tall as its message; the panel that it opens has a button as well.
        if (isHidden || target.closest('.line-piece, .prose')) return []
        const label = target.closest('label')?.getBoundingClientRect()
        const isLarge = Math.max(width, label?.width ?? 0) >= 24 && Math.max(height, label?.height ?? 0) >= 24
        return isLarge ? [] : [`${target.outerHTML.slice(0, 120)}: ${width} x ${height}`]
      })
    })
  for (const path of ['/', `/c/${sessionId}`, '/settings']) {
    await chat.open(path)
    expect(await small(), path).toEqual([])
  }
  await chat.open(`/c/${sessionId}`)
  await chat.button('Open the sidebar').tap()
  await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible()
  expect(await small()).toEqual([])
})
