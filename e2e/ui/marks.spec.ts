import { say, setSettings } from '../support/api.ts'
import { type ChatPage, chatPageOf } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { overflowing } from '../support/overflow.ts'
import { problems } from '../support/problems.ts'
import { promptsOf } from '../support/prompts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PIN = 'Always send this exchange'
const EXCLUDE = 'Never send this exchange'

const remembering = (maxExchanges: number | null) => ({
  memory: { maxExchanges, maxTokens: 8_000, useSummary: false },
})

/** Of three exchanges, each with a line of two pieces. */
async function conversation(base: string): Promise<string> {
  const { sessionId } = await say(base, 'the first question')
  await say(base, 'the second question', { sessionId })
  await say(base, 'the third question', { sessionId })
  return `/c/${sessionId}`
}

const meter = ({ page }: ChatPage) => page.getByRole('button', { name: /tokens are sent next\./ })

/** As the meter says it. */
async function tokensNext(chat: ChatPage): Promise<number> {
  const words = (await meter(chat).textContent()) ?? ''
  return Number(/full: ([\d,]+) of/.exec(words)?.[1]?.replaceAll(',', ''))
}

const markOf = ({ questions }: ChatPage, place: number, name: string) =>
  questions.nth(place).getByRole('button', { name, exact: true })

test('what is pinned by the pointer is sent beyond the window; pressed again, it is not', async ({
  app,
  chat,
  upstream,
}) => {
  await setSettings(app.url, remembering(1))
  await chat.open(await conversation(app.url))
  await expect.poll(chat.lineStates).toEqual(['leftOut', 'leftOut', 'leftOut', 'leftOut', 'sent', 'sent'])
  const before = await tokensNext(chat)

  await chat.questions.first().hover()
  await markOf(chat, 0, PIN).click()
  await expect(markOf(chat, 0, PIN)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(chat.lineStates).toEqual(['pinned', 'pinned', 'leftOut', 'leftOut', 'sent', 'sent'])
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent: you pinned it\. \d+ tokens?\./)
  await expect.poll(() => tokensNext(chat)).toBeGreaterThan(before)
  await expect(chat.questions.first()).toContainText('Always sent')
  await chat.line.first().click()
  await expect(chat.panel.getByRole('region', { name: 'Sent' })).toContainText(
    /Pinned question.*the first question.*Pinned answer.*the third question/s,
  )

  await chat.say('a fourth')
  const told = promptsOf(upstream.requests)
    .at(-1)
    ?.map(({ content }) => content)
  expect(told).toContain('the first question')
  expect(told).not.toContain('the second question')

  // From the answer's side of the exchange.
  await chat.answers.first().getByRole('button', { name: PIN, exact: true }).click()
  await expect(markOf(chat, 0, PIN)).toHaveAttribute('aria-pressed', 'false')
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Not sent: beyond the last exchange\./)
  await chat.say('a fifth')
  const later = promptsOf(upstream.requests)
    .at(-1)
    ?.map(({ content }) => content)
  expect(later).not.toContain('the first question')
})

test('with nothing else remembered the pinned exchange alone is sent', async ({ app, chat, upstream }) => {
  await setSettings(app.url, remembering(0))
  await chat.open(await conversation(app.url))
  await chat.line.nth(2).press('p')
  await expect(chat.line.nth(2)).toHaveAccessibleName(/^You\. Sent: you pinned it\. \d+ tokens?\./)
  await chat.say('a fourth')
  const told = promptsOf(upstream.requests).at(-1)
  expect(told?.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    'the second question',
    'a fourth',
  ])
})

test('what is excluded by its key on the line is not sent; the same key takes that back', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.open(await conversation(app.url))
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\. /)
  const before = await tokensNext(chat)
  const piece = chat.line.nth(3)
  await expect(piece).toHaveAttribute('aria-keyshortcuts', 'P X')
  await piece.focus()
  await page.keyboard.press('x')
  await expect.poll(chat.lineStates).toEqual(['sent', 'sent', 'excluded', 'excluded', 'sent', 'sent'])
  await expect(piece).toHaveAccessibleName(/^Answer\. Not sent: you excluded it\./)
  await expect(piece).toBeFocused()
  await expect.poll(() => tokensNext(chat)).toBeLessThan(before)
  await expect(chat.questions.nth(1)).toContainText('Never sent')

  await chat.say('a fourth')
  const told = promptsOf(upstream.requests)
    .at(-1)
    ?.map(({ content }) => content)
  expect(told).toContain('the first question')
  expect(told).not.toContain('the second question')

  // A mark takes the place of the other; the keys work on the buttons too, and with Control they mean something else.
  await markOf(chat, 1, EXCLUDE).focus()
  await page.keyboard.press('p')
  await expect(markOf(chat, 1, PIN)).toHaveAttribute('aria-pressed', 'true')
  await expect(markOf(chat, 1, EXCLUDE)).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('p')
  await expect(markOf(chat, 1, PIN)).toHaveAttribute('aria-pressed', 'false')
  await expect(piece).toHaveAccessibleName(/^Answer\. Sent\. /)
})

test('a mark that is set while the answer is written holds for it, and for one in its place', async ({
  chat,
  upstream,
}) => {
  await chat.open()
  await chat.send('[[words 9]] [[hold 3]]')
  await expect(chat.answers).toContainText('word3')
  await chat.line.first().press('p')
  await expect(markOf(chat, 0, PIN)).toHaveAttribute('aria-pressed', 'true')
  await chat.stop.click()
  await expect(chat.answers).toContainText('Stopped.')
  const ofAnswer = chat.answers.getByRole('button', { name: PIN, exact: true })
  await expect(ofAnswer).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(chat.lineStates).toEqual(['pinned', 'pinned'])
  upstream.script({ text: 'another one' })
  await chat.button('Answer again').click()
  await expect(chat.answers).toContainText('another one')
  await expect(ofAnswer).toHaveAttribute('aria-pressed', 'true')
})

test('a second window follows', async ({ app, chat, context }) => {
  const path = await conversation(app.url)
  await chat.open(path)
  const other = chatPageOf(await context.newPage())
  await other.open(path)
  await expect(other.line.first()).toHaveAccessibleName(/^You\. Sent\. /)
  await chat.line.first().press('x')
  await expect(other.line.first()).toHaveAccessibleName(/Not sent: you excluded it\./)
  await expect(markOf(other, 0, EXCLUDE)).toHaveAttribute('aria-pressed', 'true')
  await other.line.first().press('x')
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\. /)
})

test('a mark that cannot be stored is taken back, and says so', async ({ app, chat, page }) => {
  await chat.open(await conversation(app.url))
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\. /)
  const { promise: asked, resolve: refuse } = Promise.withResolvers<void>()
  await page.route('**/api/sessions/*/messages/*', async (route) => {
    await asked
    await route.abort()
  })
  await chat.line.first().press('x')
  await expect(chat.line.first()).toHaveAccessibleName(/Not sent: you excluded it\./)
  refuse()
  await expect(chat.notices).toContainText('server')
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent\. /)
  await expect(markOf(chat, 0, EXCLUDE)).toHaveAttribute('aria-pressed', 'false')
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 1_100 }, hasTouch: width === 360 })

    test('both marks: nothing for axe to say, nothing too wide', async ({ app, chat, page }, testInfo) => {
      await setSettings(app.url, remembering(2))
      const path = await conversation(app.url)
      const sessionId = path.slice('/c/'.length)
      await say(app.url, 'the fourth question', { sessionId })
      await say(app.url, 'the fifth question', { sessionId })
      await chat.open(path)
      await chat.line.nth(0).press('p')
      await expect(chat.line.nth(0)).toHaveAccessibleName(/you pinned it\. \d+/)
      await chat.line.nth(6).press('x')
      await expect(chat.line.nth(6)).toHaveAccessibleName(/you excluded it/)
      await chat.field.focus()
      await expect(page.getByRole('tooltip')).toBeHidden()
      await page.screenshot({ path: testInfo.outputPath('marks.png') })
      expect(await problems(page)).toEqual([])
      expect(await overflowing(page)).toEqual([])
      await meter(chat).click()
      await expect(page.getByRole('heading', { name: 'What the model will see' })).toBeVisible()
      await page.screenshot({ path: testInfo.outputPath('panel.png') })
      expect(await problems(page)).toEqual([])
    })
  })

const LONG = 'word '.repeat(4_000)

test('more pinned than the model holds: a new message is not taken, and goes when something is unpinned', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, LONG)
  await chat.open(`/c/${sessionId}`)
  await chat.line.first().press('p')
  await expect(markOf(chat, 0, PIN)).toHaveAttribute('aria-pressed', 'true')
  await chat.field.fill(LONG)
  await chat.field.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'What is pinned has' })).toBeVisible()
  await expect(chat.field).toHaveValue(LONG)
  await expect(chat.questions).toHaveCount(1)
  await chat.line.first().press('p')
  await expect(markOf(chat, 0, PIN)).toHaveAttribute('aria-pressed', 'false')
  await chat.field.press('Enter')
  await expect(chat.answers).toHaveCount(2)
})

test('more pinned than the model holds when it is to answer again: the panel says what would have been sent, and that nothing was', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, LONG)
  await say(app.url, LONG, { sessionId })
  await chat.open(`/c/${sessionId}`)
  await chat.line.first().press('p')
  await expect(markOf(chat, 0, PIN)).toHaveAttribute('aria-pressed', 'true')
  await chat.button('Answer again').click()
  await expect(chat.answers.last()).toContainText('What is pinned has')
  await page.keyboard.press('Control+Shift+F')
  await expect(chat.panel.getByRole('heading', { name: 'What was not sent' })).toBeVisible()
  await expect(chat.panel).toContainText('so no call was made.')
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Would have been sent: you had pinned it\./)
  await chat.panel.getByRole('button', { name: 'Show exactly what would have been sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exactly what would have been sent' })
  await expect(dialog).toContainText('as the model would have been given them')
})
