import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { remove, say, setSettings } from '../support/api.ts'
import { alive } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { TWO_LOOKS } from '../support/looks.ts'
import { overflowing } from '../support/overflow.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LONG = `Donaudampfschifffahrts${'kapitän'.repeat(12)}`

const work = (page: Page) => page.getByRole('region', { name: 'Background work' })
const rows = (page: Page) => work(page).getByRole('listitem')
const count = (page: Page) => work(page).getByRole('status')

async function openSettings(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings`)
  await alive(page)
}

test('nothing waits: the page says so', async ({ launch, page }) => {
  const own = await launch()
  await openSettings(page, own.url)
  await expect(count(page)).toHaveText('Nothing waits and nothing failed.')
})

test('what failed says what, for which conversation and why; it can be tried again or dismissed by keyboard', async ({
  launch,
  page,
  upstream,
}) => {
  const own = await launch()
  await openSettings(page, own.url)
  await say(own.url, '[[title 400]] boats')
  await expect(rows(page)).toContainText(['tried 3 times, given up'], { timeout: 20_000 })
  await expect(rows(page)).toContainText([/^Naming a conversation: .*boats/])
  await expect(rows(page)).toContainText(['The model’s server refused the request.'])
  await expect(count(page)).toHaveText('1 failed.')
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', /^\/c\//)

  upstream.scriptTitles({ text: 'Boats at night', holdAfter: 0 })
  const again = work(page).getByRole('button', { name: /^Try now: Naming a conversation: .*boats$/ })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toContainText(['Being done now.'])
  await expect(count(page)).toBeFocused()
  await upstream.titles.waitFor(({ held }) => held)
  upstream.release()
  await expect(count(page)).toHaveText('Nothing waits and nothing failed.')

  await say(own.url, '[[title 400]] ships')
  const dismiss = work(page).getByRole('button', { name: /^Dismiss: / })
  await dismiss.focus({ timeout: 20_000 })
  await page.keyboard.press('Enter')
  await expect(count(page)).toHaveText('Nothing waits and nothing failed.')
  await expect(count(page)).toBeFocused()
})

test('several that failed are tried at once; a list that cannot be read says so', async ({
  launch,
  page,
}) => {
  const own = await launch()
  await say(own.url, '[[title 400]] boats')
  await say(own.url, '[[title 400]] ships')
  await openSettings(page, own.url)
  await expect(count(page)).toHaveText('2 failed.', { timeout: 20_000 })
  await work(page).getByRole('button', { name: 'Try all that failed' }).click()
  await expect(count(page)).toHaveText('2 waiting.')
  await page.route('**/api/jobs', (route) => route.abort('connectionrefused'))
  await expect(work(page).getByRole('alert')).toContainText('The server cannot be reached.')
  await page.unroute('**/api/jobs')
  await expect(work(page).getByRole('alert')).toBeHidden()
})

for (const { name, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('it can be read and used, whatever the conversations are called', async ({ launch, page }) => {
      const own = await launch()
      await say(own.url, `[[title 400]] ${LONG}`)
      await say(own.url, '[[title 400]] مرحبا بالعالم')
      const { sessionId } = await say(own.url, 'gone')
      await remove(`${own.url}/api/sessions/${sessionId}`)
      await openSettings(page, own.url)
      await expect(count(page)).toHaveText('2 failed, 1 waiting.', { timeout: 20_000 })
      await expect(rows(page)).toContainText([/./, /./, /Deleting for good.*Begins in/])
      const { violations } = await new AxeBuilder({ page }).include('#jobs').include('#titles').analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
      expect(await overflowing(page)).toEqual([])
      await work(page).scrollIntoViewIfNeeded()
    })
  })

test('the model names no conversation once that is switched off', async ({ app, chat, page, upstream }) => {
  await chat.open('/settings')
  const titles = page.getByRole('region', { name: 'Titles' })
  await titles.getByRole('checkbox', { name: 'Let the model name conversations' }).uncheck()
  await expect(titles.getByRole('status')).toHaveText('Saved')
  await page.reload()
  await expect(titles.getByRole('checkbox')).not.toBeChecked()
  await say(app.url, '[[title Boats]] off')
  // The setting is asked when the job runs, and not when it is left.
  const titleJobs = async () =>
    (await (await fetch(`${app.url}/api/jobs`)).json()).jobs.filter(
      ({ kind }: { kind: string }) => kind === 'title',
    )
  await expect.poll(titleJobs).toEqual([])
  await setSettings(app.url, { modelTitles: true })
  await say(app.url, '[[title Boats]] on')
  await upstream.titles.waitFor(({ body }) => JSON.stringify(body).includes('] on'))
  expect(JSON.stringify(upstream.titles.requests)).not.toContain('] off')
})
