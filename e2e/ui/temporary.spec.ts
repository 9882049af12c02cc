import type { JobList } from '../../lib/schemas/job.ts'
import type { SessionPage } from '../../lib/schemas/session.ts'
import { axeFaults } from '../support/axe-faults.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { endSession } from '../support/end-session.ts'
import { TWO_LOOKS } from '../support/looks.ts'
import { deafen, expect, test } from '../support/other-pages.ts'
import { overflowing } from '../support/overflow.ts'

const WORDS = 'The surprise for Ada'

const toggle = ({ page }: ChatPage) => page.getByRole('switch', { name: 'Temporary chat' })
const header = ({ page }: ChatPage) => page.locator('main header')
const title = (chat: ChatPage) => header(chat).getByRole('heading', { level: 1 })
const keep = (chat: ChatPage) => chat.button('Keep this chat')
const ended = ({ page }: ChatPage) => page.getByRole('region', { name: 'Ended conversation' })

/** Begins one by the key, and says something in it. Its id. Deaf: no list under way tells the page of its end later. */
async function begin(chat: ChatPage, url: string, { deaf = false } = {}): Promise<string> {
  await chat.open(`${url}/`)
  if (deaf) await deafen(chat)
  await chat.page.keyboard.press('Control+Shift+E')
  await expect(toggle(chat)).toBeChecked()
  await chat.say(WORDS)
  return chat.sessionId()
}

const jobsOf = async (url: string): Promise<JobList['jobs']> =>
  (await (await fetch(`${url}/api/jobs`)).json()).jobs

const titlesOf = async (url: string): Promise<string[]> => {
  const { sessions }: SessionPage = await (await fetch(`${url}/api/sessions`)).json()
  return sessions.map(({ title }) => title)
}

test('a temporary chat says what it is, and is named by none of its words', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.open()
  await expect(toggle(chat)).not.toBeChecked()
  await expect(toggle(chat)).toHaveAccessibleDescription(/deleted an hour after its last message/)
  await toggle(chat).click()
  await expect(header(chat).getByText('New temporary chat')).toBeVisible()
  await chat.say(WORDS)
  const sessionId = await chat.sessionId()

  for (const reload of [false, true]) {
    if (reload) await chat.open(`/c/${sessionId}`)
    await expect(title(chat)).toHaveText('Temporary chat')
    await expect(header(chat)).toContainText(/ends (on .* )?at \d\d:\d\d/)
    await expect(chat.field).toHaveAccessibleDescription(
      /^Not named, not indexed. Ends an hour after the last message and is then deleted\./,
    )
    await expect(page).toHaveTitle('Temporary chat · Throughline')
    await expect(chat.row(/^Temporary chat ?, last message at \d\d:\d\d/)).toBeVisible()
    await expect(chat.sidebar).not.toContainText(WORDS)
    await expect(toggle(chat)).toHaveCount(0)
  }
  // The end of a later answer comes after whatever the first one's end asked for.
  await chat.say('And who brings the cake?')
  expect(await titlesOf(app.url)).toEqual(['Temporary chat'])
  expect((await jobsOf(app.url)).filter(({ kind }) => kind === 'title')).toEqual([])
  expect(upstream.titles.requests).toEqual([])

  await chat.newChat.click()
  await expect(toggle(chat)).not.toBeChecked()
  await chat.say('An ordinary one')
  await expect(title(chat)).toContainText('An ordinary one')
})

test('one click keeps it: it is named at once, then by its model, here and in another tab', async ({
  app,
  chat,
  tab,
  upstream,
}) => {
  const sessionId = await begin(chat, app.url)
  await tab.open(`/c/${sessionId}`)
  await expect(title(tab)).toHaveText('Temporary chat')

  upstream.scriptTitles({ text: 'Ada’s cake', holdAfter: 0 })
  await keep(chat).click()
  await expect(title(chat)).toContainText(WORDS)
  await expect(keep(chat)).toHaveCount(0)
  await expect(chat.notices).toContainText('Kept.')
  await expect(chat.row(new RegExp(`^${WORDS}`))).toBeVisible()
  await expect(header(chat)).not.toContainText('ends at')
  await upstream.titles.waitFor(({ held }) => held)
  upstream.release()
  for (const each of [chat, tab]) {
    await expect(title(each)).toContainText('Ada’s cake')
    await expect(keep(each)).toHaveCount(0)
  }
})

test('its memory is told as it is: nothing of it is recalled later before it is kept', async ({
  app,
  chat,
  page,
}) => {
  const memory = page.getByRole('button', { name: /^Memory: / })
  const form = page.getByRole('dialog', { name: /^Memory/ })
  const says = async (words: string) => {
    await memory.click()
    if (await chat.questions.count()) await form.getByText('Recall from other conversations').click()
    await expect(form).toContainText(words)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
  await chat.open(`${app.url}/`)
  await says('What is said may be recalled later.')
  await toggle(chat).click()
  await says('What is said is not recalled later while the chat is temporary.')
  await chat.say(WORDS)
  await says('Nothing of a temporary chat is indexed, whatever stands here.')
  await keep(chat).click()
  await expect(keep(chat)).toHaveCount(0)
  await says('What is said may be recalled later.')
})

test('it is kept from its row as well, which cannot be renamed before', async ({ app, chat }) => {
  await begin(chat, app.url)
  await chat.newChat.click()
  const row = chat.row(/^Temporary chat/)
  await row.press('F2')
  await expect(chat.sidebar.getByRole('textbox', { name: 'Title of the conversation' })).toHaveCount(0)
  await row.press('Tab')
  await chat.page.keyboard.press('Enter')
  await expect(chat.menuItem('Rename')).toHaveCount(0)
  await expect(chat.menuItem('Keep this chat')).toBeFocused()
  await chat.page.keyboard.press('Enter')
  await expect(chat.row(/The surprise/)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('what is written in one is not stored in the browser before it is sent', async ({ app, chat, page }) => {
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  await chat.open()
  await chat.field.fill('begun as an ordinary one')
  await expect.poll(stored).toContain('begun as an ordinary one')
  await toggle(chat).click()
  await expect.poll(stored).not.toContain('begun as an ordinary one')
  await expect(chat.field).toHaveValue('begun as an ordinary one')
  await begin(chat, app.url)
  await chat.field.fill('not sent yet')
  await chat.newChat.click()
  await expect(toggle(chat)).toBeVisible()
  expect(await stored()).not.toContain('not sent yet')
  expect(await stored()).not.toContain(WORDS)
})

test('one that ends while it is open says so, and gives what was not sent back', async ({
  launch,
  database,
  chat,
  page,
}) => {
  const app = await launch()
  const sessionId = await begin(chat, app.url)
  await chat.field.fill('not sent yet')
  await endSession(database.url, sessionId)

  await expect(ended(chat).getByRole('alert')).toContainText('This temporary chat has ended and was deleted.')
  await expect(chat.field).toBeHidden()
  await expect(keep(chat)).toHaveCount(0)
  await expect(chat.button('More')).toHaveCount(0)
  await expect(chat.sidebar.getByRole('listitem')).toHaveCount(0)
  await expect(ended(chat).getByRole('textbox', { name: 'Your message, not sent' })).toHaveValue(
    'not sent yet',
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This conversation is not here' })).toBeVisible()
})

test('kept a moment too late, it is said to have ended', async ({ launch, database, chat }) => {
  const app = await launch()
  const sessionId = await begin(chat, app.url, { deaf: true })
  await endSession(database.url, sessionId)
  await keep(chat).click()
  await expect(ended(chat)).toBeVisible()
})

test('an open page looks by itself when the time is over', async ({ launch, database, chat, page }) => {
  const app = await launch()
  await page.clock.install()
  const sessionId = await begin(chat, app.url, { deaf: true })
  await endSession(database.url, sessionId)
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(sessionId))
  await page.clock.fastForward('01:00:01')
  await asked
  await expect(ended(chat)).toBeVisible()
})

test('its time ends it, and what was kept before stays', async ({ launch, chat }) => {
  const app = await launch({ HISTORY_TIMEOUT_SECONDS: '20' })
  await begin(chat, app.url)
  await keep(chat).click()
  await expect(title(chat)).toContainText(WORDS)
  await begin(chat, app.url)
  await expect(chat.field).toHaveAccessibleDescription(/Ends 20 seconds after the last message/)
  await expect(ended(chat)).toBeVisible({ timeout: 40_000 })
  await expect(chat.rows).toHaveText([new RegExp(WORDS)])
})

for (const { name, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use({ ...options, contextOptions: { reducedMotion: 'reduce' } })

    test('its states have no fault that axe knows, and nothing reaches beyond the screen', async ({
      launch,
      database,
      chat,
      page,
    }) => {
      const app = await launch()
      const hold = async (state: string) => {
        expect.soft(await axeFaults(page), state).toEqual([])
        expect.soft(await overflowing(page), state).toEqual([])
      }
      await chat.open(`${app.url}/`)
      await toggle(chat).click()
      await hold('new')
      await chat.say(WORDS)
      await expect(header(chat)).toContainText(/ends (on .* )?at/)
      await hold('temporary')
      await endSession(database.url, await chat.sessionId())
      await expect(ended(chat)).toBeVisible()
      await hold('ended')
    })
  })
