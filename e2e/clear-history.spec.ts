import { clearHistoryResponse } from '../lib/schemas/clear-history.ts'
import { post, remove, say, send, threadOf } from './support/api.ts'
import type { App } from './support/app.ts'
import { HELD } from './support/held-answer.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { seededId, seedSessions } from './support/seed-sessions.ts'
import { expect, test } from './support/test.ts'

type Served = Pick<App, 'url'>

const clear = (app: Served, body: unknown, query = '') => post(`${app.url}/clear_history${query}`, body)
const cleared = async (response: Response) => clearHistoryResponse.parse(await response.json()).cleared
const codeOf = async (response: Response) => (await response.json()).error.code
const statusOf = async (app: Served, sessionId: string) =>
  (await fetch(`${app.url}/api/sessions/${sessionId}`)).status

test('Clearing does not forget: one session is unknown everywhere when it answers, and what went is counted', async ({
  app,
}) => {
  const { sessionId, last } = await say(app.url, 'my secret is MARZIPAN')
  const kept = await say(app.url, 'keep me')
  const response = await clear(app, { session_id: sessionId })
  expect(await cleared(response)).toMatchObject({ sessions: 1, messages: 2, context_maps: 1 })

  expect(await statusOf(app, sessionId)).toBe(404)
  expect((await fetch(`${app.url}/c/${sessionId}`)).status).toBe(404)
  const answerId = last.type === 'end' ? last.answer.id : ''
  expect((await fetch(`${app.url}/api/context/${answerId}`)).status).toBe(404)
  expect(await codeOf(await send(app.url, 'what was it?', { sessionId }))).toBe('session_not_found')
  const again = await clear(app, { session_id: sessionId })
  expect(again.status).toBe(404)
  expect(await codeOf(again)).toBe('session_not_found')
  expect((await threadOf(app.url, kept.sessionId)).messages).toHaveLength(2)
})

test('a session that another program began is cleared with its id: asked there again, a new one is made', async ({
  app,
}) => {
  const ask = async (body: object) => (await post(`${app.url}/ask`, body)).json()
  const [first, other] = [await ask({ query: 'one', user: 'ada' }), await ask({ query: 'two' })]
  await clear(app, { session_id: first.session_id })
  expect((await post(`${app.url}/get_history`, { session_id: first.session_id })).status).toBe(404)
  const again = await ask({ query: 'three', session_id: first.session_id })
  expect(again.session_id).not.toBe(first.session_id)
  expect(again.warnings).toHaveLength(1)
  const ids = async () =>
    (await (await fetch(`${app.url}/list_sessions`)).json()).sessions
      .map(({ session_id }: { session_id: string }) => session_id)
      .toSorted()
  expect(await ids()).toEqual([other.session_id, again.session_id].toSorted())
  expect(await cleared(await clear(app, {}))).toMatchObject({ sessions: 2, messages: 4 })
  expect(await ids()).toEqual([])
})

for (const body of [{ sessionId: 'x' }, { session_id: null }, { session_id: '' }, { all: true }, [], null])
  test(`clearing takes ${JSON.stringify(body)} for neither one nor all`, async ({ app }) => {
    const { sessionId } = await say(app.url, 'keep me')
    const response = await clear(app, body)
    expect(response.status).toBe(400)
    expect(await codeOf(response)).toBe('invalid_request')
    expect(await statusOf(app, sessionId)).toBe(200)
  })

test('a session that is named in the address is not all of them', async ({ app }) => {
  expect((await clear(app, {}, '?session_id=x')).status).toBe(400)
})

test('exactly {} clears what the interfaces made, also what can still be brought back, and nothing of the page', async ({
  launch,
  database,
}) => {
  const app = await launch()
  const page = await say(app.url, 'of the page')
  await seedSessions(database.url, { count: 120, kindOf: () => ({ source: 'interface' }) })
  const { purgeId } = await (await remove(`${app.url}/api/sessions/${seededId(1)}`)).json()
  expect(await cleared(await clear(app, {}))).toMatchObject({ sessions: 119, messages: 238 })
  expect((await threadOf(app.url, page.sessionId)).messages).toHaveLength(2)
  await post(`${app.url}/api/undo`, { purgeId })
  for (const index of [0, 1, 119]) expect(await statusOf(app, seededId(index))).toBe(404)
  expect(await cleared(await clear(app, {}))).toMatchObject({ sessions: 0, messages: 0 })
})

test('a session that is cleared while it streams: the answer is stopped, and nothing of it comes back', {
  tag: ONE_PROCESS,
}, async ({ app, upstream }) => {
  const { sessionId } = await say(app.url, 'first')
  const answering = say(app.url, HELD, { sessionId })
  const call = await upstream.waitFor(({ held }) => held)
  expect(await cleared(await clear(app, { session_id: sessionId }))).toMatchObject({ messages: 4 })
  expect((await answering).last).toMatchObject({ type: 'error', error: { code: 'session_not_found' } })
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect(await statusOf(app, sessionId)).toBe(404)
  expect((await (await fetch(`${app.url}/api/sessions`)).json()).sessions).toEqual([])
})

test('other web pages cannot clear anything, and its errors are those of an interface', async ({ app }) => {
  const foreign = await post(`${app.url}/clear_history`, {}, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('content-security-policy')).toBeNull()
  const text = await fetch(`${app.url}/clear_history`, { method: 'POST', body: '{}' })
  expect(text.status).toBe(415)
  expect((await fetch(`${app.url}/clear_history`)).status).toBe(405)
})
