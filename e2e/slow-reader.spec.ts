import { begin, readToEnd } from './support/api.ts'
import { headOf, rawConnection } from './support/raw-connection.ts'
import { expect, test } from './support/test.ts'

test('a reader that reads a byte now and then slows no other reader, and gets everything', async ({
  app,
  upstream,
}) => {
  const pieces = Array.from({ length: 50 }, (_, index) => `${`piece-${index},`.repeat(16_000)} `)
  upstream.script({ text: pieces.join(''), paceMs: 30, holdAfter: 1 })
  const { runId, events } = await begin(app.url, 'a long one')
  const slow = await rawConnection(app.url)
  await slow.send(headOf('GET', `${app.url}/api/runs/${runId}/events`))
  await upstream.waitFor(({ held }) => held)
  upstream.release()

  let read = ''
  const deltas = { fast: 0, slow: 0 }
  let text = ''
  for await (const event of events) {
    read += slow.readSome(1) ?? ''
    if (event.type !== 'delta') continue
    deltas.fast += 1
    text += event.text
  }
  expect(text).toBe(pieces.join(''))
  expect(read).toMatch(/^HTTP\/1\.1 200/)
  expect(read.length).toBeLessThan(200)

  const [, body = ''] = (read + (await slow.readRest())).split(/\r\n\r\n([\s\S]*)/)
  deltas.slow = body.split('event: delta\n').length - 1
  expect((await readToEnd(new Response(body))).text).toBe(text)
  // What it had no room for was not kept for it: it was sent in fewer pieces.
  expect(deltas.slow).toBeLessThan(deltas.fast)
})
