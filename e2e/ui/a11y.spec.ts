import type { FakeUpstream } from '../fake-upstream/start.ts'
import { post, say } from '../support/api.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/chat-test.ts'
import { ALL_LOOKS, TWO_LOOKS } from '../support/looks.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const RICH = [
  '# Heading',
  'A paragraph with [a link](https://example.org/), `code` and **bold**.',
  '```js\nconst a = 1\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '- [x] done\n- [ ] not',
  '> quoted',
  '![a picture](https://pictures.example/a.png)',
].join('\n\n')

/** A conversation with all that an answer can hold, one that failed, and a fresh start. */
async function richSession(base: string, upstream: FakeUpstream): Promise<string> {
  upstream.script({ text: RICH, reasoning: 'thinking' })
  const { sessionId } = await say(base, 'rich')
  await say(base, '[[status 401]]', { sessionId })
  await post(`${base}/api/sessions/${sessionId}/divider`, {})
  return `/c/${sessionId}`
}

for (const { name, options } of ALL_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('every page, and a thread in all its states', async ({ app, chat, page, upstream }) => {
      await chat.open()
      await chat.field.fill('a draft')
      expect.soft(await axeFaults(page), 'new chat').toEqual([])
      await chat.open('/settings')
      await expect(page.getByRole('region', { name: 'Models' })).toContainText('fake-large')
      expect.soft(await axeFaults(page), 'settings').toEqual([])

      await chat.open(await richSession(app.url, upstream))
      await chat.sendHeld()
      expect.soft(await axeFaults(page), 'streaming').toEqual([])
      await chat.stop.click()
      await expect(chat.answers.last()).toContainText('Stopped.')
      await chat.say('[[status 401]]')
      expect.soft(await axeFaults(page), 'stopped and failed').toEqual([])
    })
  })

for (const { name, width, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('the panel, menus, dialogs, a notice, and a page that is not there', async ({
      app,
      chat,
      page,
      upstream,
    }) => {
      await chat.open(await richSession(app.url, upstream))
      await chat.line.first().click()
      await expect(page.getByRole('heading', { name: 'What the model will see' })).toBeVisible()
      expect.soft(await axeFaults(page), 'panel').toEqual([])
      await page.getByRole('button', { name: 'Close the panel' }).click()
      await chat.button('More').click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect.soft(await axeFaults(page), 'menu').toEqual([])
      await chat.menuItem('Instructions…').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect.soft(await axeFaults(page), 'instructions').toEqual([])
      await page.keyboard.press('Escape')
      await chat.button('More').click()
      await chat.menuItem('Clear this conversation…').click()
      await expect(chat.dialog).toContainText('Deletes')
      expect.soft(await axeFaults(page), 'clear').toEqual([])
      await chat.confirm('Clear')
      await expect(chat.notices).toContainText('Deleted')
      expect.soft(await axeFaults(page), 'notice').toEqual([])
      if (width === 360) {
        await chat.button('Open the sidebar').click()
        await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible()
        expect.soft(await axeFaults(page), 'drawer').toEqual([])
      }
      await page.goto('/c/unknown')
      expect.soft(await axeFaults(page), 'not found').toEqual([])
    })
  })
