import { quoteList, undoView } from '../lib/schemas/forget.ts'
import { begin, lastOf, post, remove, say, threadOf } from './support/api.ts'
import type { App } from './support/app.ts'
import { HELD } from './support/held-answer.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

type Served = Pick<App, 'url'>

const forget = (app: Served, body: unknown) => post(`${app.url}/api/memory/forget`, body)
const quotes = (app: Served, query: string) => fetch(`${app.url}/api/memory/quotes?${query}`)
const codeOf = async (response: Response) => (await response.json()).error.code
const ids = async (app: Served, sessionId: string) =>
  (await threadOf(app.url, sessionId)).messages.map(({ id }) => id)

test('Clearing does not forget: a forgotten exchange is sent no more, is shown nowhere, and can be taken back', async ({
  app,
  upstream,
}) => {
  const { sessionId, start } = await say(app.url, 'my secret is MARZIPAN')
  await say(app.url, 'remember it', { sessionId })
  const before = await threadOf(app.url, sessionId)
  const answerId = start?.answer.id ?? ''
  const counts = await (await fetch(`${app.url}/api/memory/counts?exchangeId=${answerId}`)).json()
  expect(counts).toMatchObject({ sessions: 0, messages: 2, maps: 1, quotes: 0, undoSeconds: 30 })

  const undo = undoView.parse(await (await forget(app, { exchangeIds: [answerId] })).json())
  expect(counts).toMatchObject(undo.counts)
  const after = await threadOf(app.url, sessionId)
  expect(JSON.stringify(after)).not.toContain('MARZIPAN')
  expect(after.messages.map(({ id }) => id)).toEqual(before.messages.slice(2).map(({ id }) => id))
  expect(after.session).toMatchObject({ title: 'remember it', messageCount: 2 })
  expect((await fetch(`${app.url}/api/context/${answerId}`)).status).toBe(404)
  const history = await (await post(`${app.url}/get_history`, { session_id: sessionId })).text()
  expect(history).not.toContain('MARZIPAN')
  await say(app.url, 'what is my secret?', { sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toHaveLength(3)

  expect((await post(`${app.url}/api/undo`, { purgeId: undo.purgeId })).status).toBe(204)
  expect(await ids(app, sessionId)).toEqual(expect.arrayContaining(before.messages.map(({ id }) => id)))
  await say(app.url, 'and now?', { sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toHaveLength(7)
  const late = await post(`${app.url}/api/undo`, { purgeId: undo.purgeId })
  expect([late.status, await codeOf(late)]).toEqual([410, 'undo_expired'])
})

test('an answer goes alone, also with the deletion of another conversation', async ({ app }) => {
  const one = await say(app.url, 'one')
  const other = await say(app.url, 'other')
  const [question, answer = ''] = await ids(app, other.sessionId)
  const body = JSON.stringify({ answerIds: [answer] })
  const headers = { 'content-type': 'application/json' }
  const url = `${app.url}/api/sessions/${one.sessionId}`
  const deleted = undoView.parse(await (await fetch(url, { method: 'DELETE', headers, body })).json())
  expect(deleted.counts).toMatchObject({ sessions: 1, messages: 3, quotes: 1 })
  expect(await ids(app, other.sessionId)).toEqual([question])
  await post(`${app.url}/api/undo`, { purgeId: deleted.purgeId })
  expect(await ids(app, other.sessionId)).toEqual([question, answer])
  const cleared = await (await post(`${url}/clear`, { answerIds: [answer] })).json()
  expect(cleared.counts).toMatchObject({ sessions: 0, messages: 3, quotes: 1 })
  expect(await ids(app, other.sessionId)).toEqual([question])
})

test('what is being written is not forgotten until it is stopped', async ({ app, upstream }) => {
  const { sessionId, runId, events } = await begin(app.url, HELD)
  await upstream.waitFor(({ held }) => held)
  const [questionId = ''] = await ids(app, sessionId)
  const refused = await forget(app, { exchangeIds: [questionId] })
  expect(refused.status).toBe(409)
  expect((await refused.json()).error).toMatchObject({ code: 'session_busy', details: { runId } })
  await post(`${app.url}/api/runs/${runId}/stop`, {})
  expect(await lastOf(events)).toMatchObject({ type: 'end', answer: { status: 'stopped' } })
  expect((await forget(app, { exchangeIds: [questionId] })).status).toBe(200)
  expect(await ids(app, sessionId)).toEqual([])
})

test('who quoted it is asked for by an exchange or by a conversation', async ({ app }) => {
  const { sessionId, start } = await say(app.url, 'one')
  for (const query of [`sessionId=${sessionId}`, `exchangeId=${start?.userMessage?.id}`, 'exchangeId=gone'])
    expect(quoteList.parse(await (await quotes(app, query)).json())).toEqual({ quotes: [], total: 0 })
  for (const query of ['', 'exchangeId=', `sessionId=${sessionId}&exchangeId=x`, 'messageId=x'])
    expect((await quotes(app, query)).status).toBe(400)
})

for (const body of [
  {},
  { exchangeIds: [] },
  { exchangeIds: [''] },
  { exchangeIds: 'x' },
  { answerIds: ['x'] },
  [],
])
  test(`${JSON.stringify(body)} names nothing to forget`, async ({ app }) => {
    const response = await forget(app, body)
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_request'])
  })

test('names that are unknown, and those of other things, forget nothing', async ({ app }) => {
  const { sessionId, start } = await say(app.url, 'one')
  const named = start?.answer.id ?? ''
  for (const exchangeIds of [[named, 'nowhere'], [sessionId]]) {
    const response = await forget(app, { exchangeIds })
    expect([response.status, await codeOf(response)]).toEqual([404, 'message_not_found'])
  }
  expect(await ids(app, sessionId)).toHaveLength(2)
  expect((await remove(`${app.url}/api/sessions/${sessionId}`)).status).toBe(200)
})
