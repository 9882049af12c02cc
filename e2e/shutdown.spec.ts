import { textOf } from '../lib/schemas/message.ts'
import { clientId, lastOf, threadOf } from './support/api.ts'
import { beginHeld } from './support/held-answer.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { headOf, rawConnection } from './support/raw-connection.ts'
import { expect, test } from './support/test.ts'

test('SIGTERM with time to finish: the running answer becomes complete, a new turn is refused, and the exit is clean', {
  tag: ONE_PROCESS,
}, async ({ launch, upstream }) => {
  const app = await launch({ SHUTDOWN_GRACE_MS: '60000' })
  const { sessionId, events } = await beginHeld(app.url, upstream)
  // A request whose body has yet to come when the signal does, as on a connection that a browser keeps open.
  const open = await rawConnection(app.url)
  const body = JSON.stringify({
    action: 'send',
    sessionId: null,
    message: { clientId: clientId(), text: 'too late' },
  })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  await open.send(headOf('POST', `${app.url}/api/chat`, headers))

  const ended = app.stop('SIGTERM')
  await expect.poll(() => app.output()).toContain('Stopping')
  await open.send(body)
  const refusal = await open.readRest()
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect(refusal).toContain('"code":"shutting_down"')

  upstream.release()
  expect(await lastOf(events)).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  expect(await ended).toBe(0)
  const { messages } = await threadOf((await launch()).url, sessionId)
  expect(messages.map(({ status }) => status)).toEqual(['complete', 'complete'])
})

test('SIGTERM without time to finish: the running answer is kept as interrupted, and its reader is told', {
  tag: ONE_PROCESS,
}, async ({ launch, upstream }) => {
  const app = await launch({ SHUTDOWN_GRACE_MS: '0' })
  const { sessionId, events, call } = await beginHeld(app.url, upstream)
  expect((await events.next()).value).toMatchObject({ type: 'delta' })
  expect(await app.stop('SIGTERM')).toBe(0)
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect(await lastOf(events)).toMatchObject({ type: 'end', answer: { status: 'interrupted' } })
  const { messages } = await threadOf((await launch()).url, sessionId)
  expect(messages[1]).toMatchObject({ status: 'interrupted' })
  expect(messages.slice(1).map(textOf)).toEqual(['word1 word2 word3 '])
})
