import type { MessageView } from '../lib/schemas/message.ts'
import { post, remove, say, threadOf } from './support/api.ts'
import { HELD } from './support/held-answer.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

test('start afresh: nothing above the divider is sent; taking it away sends it again', async ({
  app,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'my secret is MARZIPAN')
  const divider: MessageView = await (await post(`${app.url}/api/sessions/${sessionId}/divider`, {})).json()
  expect(divider.kind).toBe('divider')
  await say(app.url, 'what is my secret?', { sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'what is my secret?' }])

  expect((await remove(`${app.url}/api/sessions/${sessionId}/divider/${divider.id}`)).status).toBe(204)
  await say(app.url, 'and now?', { sessionId })
  const prompt = promptsOf(upstream.requests).at(-1)
  expect(prompt).toHaveLength(5)
  expect(prompt?.[0]).toEqual({ role: 'user', content: 'my secret is MARZIPAN' })
})

test('Clearing does not forget: said beforehand and afterwards what goes; the next turn sends none of it; the session stays', async ({
  app,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'my secret is MARZIPAN')
  await say(app.url, 'remember it', { sessionId })
  const before = await (await fetch(`${app.url}/api/sessions/${sessionId}/counts`)).json()
  expect(before.clear).toMatchObject({ messages: 4, maps: 2 })
  expect(before.undoSeconds).toBe(30)

  const undo = await (await post(`${app.url}/api/sessions/${sessionId}/clear`, {})).json()
  expect(undo.counts).toEqual(before.clear)
  const cleared = await threadOf(app.url, sessionId)
  expect(cleared.messages).toEqual([])
  expect(JSON.stringify(cleared)).not.toContain('MARZIPAN')

  await say(app.url, 'what is my secret?', { sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'what is my secret?' }])
})

test('a clear is taken back within its time', async ({ app, upstream }) => {
  const { sessionId } = await say(app.url, 'keep me')
  const { purgeId } = await (await post(`${app.url}/api/sessions/${sessionId}/clear`, {})).json()
  expect((await post(`${app.url}/api/undo`, { purgeId })).status).toBe(204)
  const { messages, session } = await threadOf(app.url, sessionId)
  expect(messages).toHaveLength(2)
  expect(session.title).toBe('keep me')
  await say(app.url, 'still there?', { sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toHaveLength(3)
})

test('delete and undo; delete all', async ({ app }) => {
  const one = await say(app.url, 'one')
  await say(app.url, 'two')
  const list = async () =>
    (await (await fetch(`${app.url}/api/sessions`)).json()).sessions.map(
      (row: { title: string }) => row.title,
    )
  expect(await list()).toEqual(['two', 'one'])

  const { purgeId, counts } = await (await remove(`${app.url}/api/sessions/${one.sessionId}`)).json()
  expect(counts).toMatchObject({ sessions: 1, messages: 2 })
  expect(await list()).toEqual(['two'])
  expect((await fetch(`${app.url}/c/${one.sessionId}`)).status).toBe(404)
  await post(`${app.url}/api/undo`, { purgeId })
  expect(await list()).toEqual(['two', 'one'])

  const all = await (await remove(`${app.url}/api/sessions`)).json()
  expect(all.counts).toMatchObject({ sessions: 2, messages: 4 })
  expect(await list()).toEqual([])
})

test('a session that is deleted while it streams: the call is cancelled, the reader is told, the server lives', {
  tag: ONE_PROCESS,
}, async ({ app, upstream }) => {
  const { sessionId } = await say(app.url, 'first')
  const answering = say(app.url, HELD, { sessionId })
  const call = await upstream.waitFor(({ held }) => held)
  await remove(`${app.url}/api/sessions/${sessionId}`)
  expect((await answering).last).toMatchObject({ type: 'end', answer: { status: 'stopped' } })
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})
