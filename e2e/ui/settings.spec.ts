import { say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { promptsOf } from '../support/prompts.ts'

test('a memory limit is said in words, saved as it is changed, and holds from the next message on', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'one')
  await say(app.url, 'two', { sessionId })
  await chat.open('/settings')
  const memory = page.getByRole('region', { name: 'Memory', exact: true })
  await memory.getByRole('checkbox', { name: 'Summarise what is older' }).uncheck()
  await memory.getByRole('checkbox', { name: 'Limit by exchanges' }).check()
  const field = memory.getByRole('textbox', { name: 'Limit by exchanges: exchanges' })
  await field.fill('one')
  await expect(memory.getByRole('alert')).toContainText('A whole number')
  await field.fill('1')
  await expect(memory).toContainText('The model is sent the newest exchange')
  await expect(memory.getByRole('status')).toHaveText('Saved')

  await chat.row(/^one/).click()
  await expect(page.getByRole('form', { name: 'New message' })).toContainText('last 1 exchange')
  await expect(chat.line.first()).toHaveAccessibleName(/Not sent: beyond the last exchange/)
  await chat.say('three')
  expect(
    promptsOf(upstream.requests)
      .at(-1)
      ?.map(({ content }) => content),
  ).toEqual(['two', expect.stringContaining('You said "two"'), 'three'])
})

test('the theme follows the system until one is chosen, and is kept', async ({ chat, page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await chat.open('/settings')
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.getByText('Light', { exact: true }).click()
  await expect.poll(ground).toBe(light)
  await page.reload()
  expect(await ground()).toBe(light)
  await chat.button('Switch to dark').click()
  await expect.poll(ground).toBe(dark)
  await chat.open()
  expect(await ground()).toBe(dark)
})

test('a setting that cannot be saved says so, and is saved when it is tried again', async ({
  chat,
  page,
}) => {
  await chat.open('/settings')
  await page.route('**/api/settings', (route) => route.abort('connectionrefused'))
  const region = page.getByRole('region', { name: 'Instructions' })
  await region.getByRole('textbox').fill('Keep me.')
  await expect(region.getByRole('alert')).toContainText('Not saved yet')
  await page.unroute('**/api/settings')
  await region.getByRole('button', { name: 'Try again' }).click()
  await expect(region.getByRole('status')).toHaveText('Saved')
  await page.reload()
  await expect(region.getByRole('textbox')).toHaveValue('Keep me.')
})
