import { textOf } from '../lib/schemas/message.ts'
import { begin, clientId, join, readToEnd, threadOf } from './support/api.ts'
import { headOf, jsonPost, rawConnection } from './support/raw-connection.ts'
import { expect, test } from './support/test.ts'

test('500 readers join one run, half of them while it is written: all get the same text', async ({
  app,
  upstream,
}) => {
  const { runId } = await begin(app.url, '[[words 9]] [[hold 3]]')
  await upstream.waitFor(({ held }) => held)
  const joinMany = () => Promise.all(Array.from({ length: 250 }, () => join(app.url, runId)))
  const early = await joinMany()
  upstream.release()
  const responses = [...early, ...(await joinMany())]
  const reads = await Promise.all(responses.map(readToEnd))
  expect(new Set(reads.map(({ text }) => text))).toEqual(
    new Set(['word1 word2 word3 word4 word5 word6 word7 word8 word9']),
  )
  expect(new Set(reads.map(({ last }) => last.type))).toEqual(new Set(['end']))
})

test('a reader that reads a byte now and then slows no other reader, and gets everything', async ({
  app,
  upstream,
}) => {
  const pieces = Array.from({ length: 80 }, (_, index) => `${`piece-${index},`.repeat(10_000)} `)
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

test('closing the tab at once after sending loses neither the message nor its answer', async ({
  app,
  upstream,
}) => {
  const id = clientId()
  const tab = await rawConnection(app.url)
  const message = { clientId: id, text: '[[words 9]] [[hold 3]]' }
  await tab.send(jsonPost(`${app.url}/api/chat`, { action: 'send', sessionId: null, message }))
  tab.leave()

  const call = await upstream.waitFor(({ held }) => held)
  upstream.release()
  await upstream.waitFor((request) => request === call && request.over)
  expect(call.closedEarly).toBe(false)
  const { sessions } = await (await fetch(`${app.url}/api/sessions`)).json()
  expect(sessions).toHaveLength(1)
  const messages = async () => (await threadOf(app.url, sessions[0].id)).messages
  await expect.poll(async () => (await messages())[1]?.status).toBe('complete')
  const [asked, answer] = await messages()
  expect(asked).toMatchObject({ clientId: id })
  expect(answer && textOf(answer)).toBe('word1 word2 word3 word4 word5 word6 word7 word8 word9')
})
