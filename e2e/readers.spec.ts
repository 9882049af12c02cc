import { textOf } from '../lib/schemas/message.ts'
import { clientId, join, readToEnd, threadOf } from './support/api.ts'
import { beginHeld, HELD, words } from './support/held-answer.ts'
import { jsonPost, rawConnection } from './support/raw-connection.ts'
import { expect, test } from './support/test.ts'

test('500 readers join one run, half of them while it is written: all get the same text', async ({
  app,
  upstream,
}) => {
  const { runId } = await beginHeld(app.url, upstream)
  const joinMany = () => Promise.all(Array.from({ length: 250 }, () => join(app.url, runId)))
  const early = await joinMany()
  upstream.release()
  const responses = [...early, ...(await joinMany())]
  const reads = await Promise.all(responses.map(readToEnd))
  expect(new Set(reads.map(({ text }) => text))).toEqual(new Set([words(9)]))
  expect(new Set(reads.map(({ last }) => last.type))).toEqual(new Set(['end']))
})

test('closing the tab at once after sending loses neither the message nor its answer', async ({
  app,
  upstream,
}) => {
  const id = clientId()
  const tab = await rawConnection(app.url)
  const message = { clientId: id, text: HELD }
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
  expect(answer && textOf(answer)).toBe(words(9))
})
