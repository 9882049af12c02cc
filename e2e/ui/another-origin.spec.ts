import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../support/test.ts'

/** A page of another program on this machine: another port is another origin. */
const test = base.extend<{ notes: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  notes: async ({}, use) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Notes</title>')
    })
    await new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

type Said = { url: string; body: object; headers?: Record<string, string> }

/** What the page's own script gets; `null` where the browser keeps it from it. */
const fetchIn = (page: Page, said: Said) =>
  page.evaluate(async ({ url, body, headers }) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    } catch {
      return null
    }
  }, said)

const messages = [{ role: 'user', content: 'Hello' }]

test('a page of a named origin asks, reads a stream and keeps a session; one that is not named learns nothing', async ({
  launch,
  notes,
  page,
  upstream,
}) => {
  const app = await launch({ CORS_ORIGINS: notes })
  await page.goto(notes)
  const asked = await fetchIn(page, { url: `${app.url}/ask`, body: { query: 'Hello' } })
  expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('You said \\"Hello\\"') })
  const stream = await fetchIn(page, { url: `${app.url}/ask_stream`, body: { query: 'Hello again' } })
  expect(stream?.text).toMatch(/^event: session\n[\s\S]*\nevent: done\n/m)
  const kept = { url: `${app.url}/v1/chat/completions`, body: { model: 'fake-large', messages } }
  for (const count of [1, 3]) {
    const answered = await fetchIn(page, { ...kept, headers: { 'x-session-id': 'of the notes' } })
    expect(answered?.text).toContain(`I was sent ${count} message`)
    kept.body.messages = [{ role: 'user', content: 'And again' }]
  }
  expect(await fetchIn(page, { url: `${app.url}/api/chat`, body: {} })).toBeNull()

  await page.goto(notes.replace('127.0.0.1', 'localhost'))
  const before = upstream.requests.length
  expect(await fetchIn(page, { url: `${app.url}/ask`, body: { query: 'Let me in' } })).toBeNull()
  expect(upstream.requests).toHaveLength(before)
})
