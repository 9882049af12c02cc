import { axeFaults } from '../support/axe-faults.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { ALL_LOOKS } from '../support/looks.ts'
import { overflowing } from '../support/overflow.ts'
import { toolUsed, toolUser, WEATHER } from '../support/tool-user.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
})

const ARGUMENTS = '{"city":"Turin"}'

const results = ({ page }: ChatPage) => page.getByRole('article', { name: 'Result of weather', exact: true })
const calls = ({ answers }: ChatPage) => answers.first().getByRole('list', { name: 'Calls' })
const copied = ({ page }: ChatPage) => page.evaluate(() => navigator.clipboard.readText())
const sent = ({ panel }: ChatPage) => panel.getByRole('region', { name: 'Sent' }).getByRole('listitem')

test('calls stand under their answer, and what the tool gave in a row of its own', async ({ app, chat }) => {
  await chat.open(await toolUsed(app.url, ARGUMENTS))
  await expect(chat.answers).toHaveCount(2)
  await expect(calls(chat)).toHaveText(`Calls weather ${ARGUMENTS}`)
  await expect(chat.answers.first()).not.toContainText('answered nothing')
  await calls(chat).getByText('weather').click()
  await expect(calls(chat).locator('pre')).toHaveText(JSON.stringify(JSON.parse(ARGUMENTS), null, 2))
  await calls(chat).getByRole('button', { name: 'Copy the arguments' }).click()
  expect(await copied(chat)).toBe(ARGUMENTS)

  const result = results(chat)
  await expect(result.locator('pre')).toHaveText('Rain.')
  await expect(chat.answers.last()).toContainText('The tool gave "Rain."')
  await expect(result.getByRole('button')).toHaveCount(4)
  await result.hover()
  await result.getByRole('button', { name: 'Copy the result' }).click()
  expect(await copied(chat)).toBe('Rain.')

  const piece = result.getByRole('button', { name: /^Result of weather\. Sent\. \d+ tokens?\. Opens/ })
  await piece.press('p')
  await expect.poll(chat.lineStates).toEqual(['pinned', 'pinned', 'pinned', 'pinned'])
})

test('a call without its result says so, and is no part of what is sent next', async ({ app, chat }) => {
  const { call, path } = toolUser(app.url)
  await call('Turin, in no JSON')
  await chat.open(path)
  await expect(chat.answers).toContainText('No result yet')
  await calls(chat).getByText('weather').click()
  await expect(calls(chat).locator('pre')).toHaveText('Turin, in no JSON')
  await expect.poll(chat.lineStates).toEqual(['sent', 'leftOut'])
  await chat.line.last().press('p')
  await expect(chat.questions).toContainText('Always sent')
  await expect(chat.line.last()).toHaveAccessibleName(/^Answer\. Not sent: a call of a tool has no result\./)
})

test('the panel names tools, calls and results, and gives all that was sent to be copied', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.open(await toolUsed(app.url, ARGUMENTS))
  await chat.answers.last().hover()
  await chat.answers.last().getByRole('button', { name: 'What the model saw' }).click()
  const rows = [/^Toolsweather/, /^New message/, `Call of weather${ARGUMENTS}`, /^Result of weatherRain\./]
  for (const [index, row] of rows.entries()) await expect(sent(chat).nth(index)).toContainText(row)
  await results(chat)
    .getByRole('button', { name: /^Result of weather\. Was sent\./ })
    .click()
  const pointed = sent(chat).nth(3).getByRole('button')
  await expect(pointed).toHaveAttribute('aria-current', 'true')

  await chat.panel.getByRole('button', { name: 'Show exactly what was sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exactly what was sent' })
  await expect(dialog.getByRole('region', { name: 'Tools' })).toContainText('"name": "weather"')
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy as JSON' }).click()
  const { messages, tools } = JSON.parse(await copied(chat))
  const body = upstream.requests.at(-1)?.body as { messages: { tool_call_id?: string }[] }
  const id = body.messages.at(-1)?.tool_call_id
  expect(messages.slice(1)).toEqual([
    { role: 'assistant', content: '', toolCalls: [{ id, name: 'weather', arguments: ARGUMENTS }] },
    { role: 'tool', content: 'Rain.', toolCallId: id },
  ])
  expect(tools).toEqual([WEATHER])
})

test('what a program does while the page shows it appears', async ({ app, chat, upstream }) => {
  const program = toolUser(app.url)
  await program.say('hello')
  await chat.open(program.path)
  const id = await program.call(ARGUMENTS)
  await expect(chat.answers.last()).toContainText('No result yet')
  upstream.script({ text: 'It rains, and goes on raining.', holdAfter: 2 })
  const answered = program.give(id, 'Rain.')
  await expect(chat.answers.last()).toContainText('It rains,')
  await expect(results(chat)).toContainText('Rain.')
  await expect(chat.thread).not.toContainText('No result yet')
  upstream.release()
  await answered
  await expect(chat.answers.last()).toContainText('goes on raining.')
})

test('a result of nearly a million characters is folded, and scrolls by itself', async ({
  launch,
  chat,
  upstream,
}) => {
  // Of few tokens for its length.
  const huge = `# ${'='.repeat(64)}\n`.repeat(14_000)
  const { url } = await launch({ MODEL_WINDOW: '200000' })
  const { call, give, path } = toolUser(url)
  const id = await call(ARGUMENTS)
  upstream.script({ text: 'That is long.' })
  await give(id, huge)
  await chat.open(`${url}${path}`)
  const text = results(chat).locator('pre')
  expect((await text.textContent())?.length).toBeLessThan(1_000)
  await results(chat).getByRole('button', { name: 'Show all (938,000 characters)' }).click()
  await expect(results(chat).getByRole('button', { name: 'Show less' })).toBeInViewport()
  expect(await text.evaluate(({ textContent }) => textContent?.length)).toBe(huge.length)
})

for (const { name, options } of ALL_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('has no fault that axe knows, and nothing is too wide', async ({ app, chat, page }, testInfo) => {
      const program = toolUser(app.url)
      const long = { city: 'Llanfair'.repeat(20), units: { wind: 'km/h' } }
      const result = JSON.stringify({ rain: true, hours: Array.from({ length: 400 }, (_, hour) => hour) })
      await program.give(await program.call(JSON.stringify(long)), result)
      await program.give(await program.call(ARGUMENTS), '')
      await program.call(ARGUMENTS)
      await chat.open(program.path)
      await calls(chat).getByText('weather').click()
      await expect(calls(chat).locator('pre')).toBeVisible()
      await page.screenshot({ path: testInfo.outputPath('thread.png') })
      expect.soft(await axeFaults(page)).toEqual([])
      expect.soft(await overflowing(page)).toEqual([])
      await results(chat)
        .last()
        .getByRole('button', { name: /Opens the context panel/ })
        .click()
      await expect(page.getByRole('heading', { name: 'What the model will see' })).toBeVisible()
      await page.screenshot({ path: testInfo.outputPath('panel.png') })
      expect.soft(await axeFaults(page)).toEqual([])
      expect.soft(await overflowing(page)).toEqual([])
    })
  })
