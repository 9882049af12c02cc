import { eventsOf, join, send } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { HELD, words } from '../support/held-answer.ts'

test('a connection that the server ends in good order goes on from where it was', async ({
  launch,
  upstream,
}) => {
  const app = await launch({ STREAM_MAX_MS: '300' })
  let text = ''
  let runId = ''
  let id = '0:0'
  let ended = false
  const readOn = async (response: Response) => {
    for await (const event of eventsOf(response)) {
      if (event.type === 'start') runId = event.runId
      if (event.type === 'delta') {
        text += event.text
        id = `${event.part}:${event.offset + event.text.length}`
      }
      ended ||= event.type === 'end'
    }
  }
  await readOn(await send(app.url, HELD))
  expect(ended).toBe(false)
  upstream.release()
  // As often as it takes: on a busy machine one such connection is over before the answer is.
  while (!ended) await readOn(await join(app.url, runId, id))
  expect(text).toBe(words(9))
})

test('the reader of a page notices nothing of it', async ({ launch, page, chat, upstream }) => {
  const app = await launch({ STREAM_MAX_MS: '300' })
  const connections: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) connections.push(request.url())
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes('connection is lost'))
        document.documentElement.dataset.noticed = 'yes'
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await chat.open(app.url)
  await chat.sendHeld()
  await expect.poll(() => connections.length).toBeGreaterThan(2)
  upstream.release()
  await expect(chat.answers).toHaveAttribute('data-status', 'complete')
  expect(await chat.textOf(chat.answers)).toBe(words(9))
  await expect(page.locator('html')).not.toHaveAttribute('data-noticed')
})
