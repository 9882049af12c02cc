import { patch, say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'

const EVIL =
  '<img src=x onerror="window.acted=1"><script>window.acted=1</script><svg onload="window.acted=1">'
const LINKS = '[a](javascript:window.acted=1) ![pixel](http://127.0.0.1:1/pixel.png)'

test('words of anyone do not act, and load nothing from elsewhere', async ({ app, upstream, page }) => {
  upstream.script({ text: `${EVIL}\n\n${LINKS}` }, { status: 400, message: EVIL })
  const { sessionId } = await say(app.url, EVIL)
  await say(app.url, EVIL, { sessionId })
  await patch(`${app.url}/api/sessions/${sessionId}`, {
    instructions: EVIL,
    title: `</title></script>${EVIL}`.slice(0, 200),
  })

  const elsewhere: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) elsewhere.push(request.url())
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.goto(`${app.url}/c/${sessionId}`)
  await expect(page.getByText('from 127.0.0.1:1, not loaded')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => 'acted' in window)).toBe(false)
  expect(elsewhere).toEqual([])
  // Held by how it is written, not only by the last line of defence.
  expect(refused).toEqual([])
})
