import { openDatabase } from '../lib/db/client.ts'
import { clientId, patch, post, readToEnd, say, send, threadOf } from './support/api.ts'
import type { App } from './support/app.ts'
import { seedSessions } from './support/seed-sessions.ts'
import { expect, test } from './support/test.ts'

const SECRET = 'the-secret-of-a-scheduler'
type Served = Pick<App, 'url'>

async function sayInPassing(app: Served, text: string) {
  const request = {
    action: 'send',
    sessionId: null,
    message: { clientId: clientId(), text },
    temporary: true,
  }
  const { start } = await readToEnd(await post(`${app.url}/api/chat`, request))
  return start?.session.id ?? ''
}

const listed = async (app: Served): Promise<string[]> =>
  (await (await fetch(`${app.url}/api/sessions`)).json()).sessions.map(({ id }: { id: string }) => id)

async function stored(url: string): Promise<string[]> {
  const database = await openDatabase(url)
  try {
    const rows = await database.read((db) => db.session.findMany({ select: { id: true } }))
    return rows.map(({ id }) => id)
  } finally {
    await database.close()
  }
}

/** Has them last used an hour ago, and a little: the server goes by the database's clock, not by this one. */
async function age(url: string, ids: string[]) {
  const database = await openDatabase(url)
  try {
    const lastActiveAt = new Date(Date.now() - 3_610_000)
    await database.write((tx) =>
      tx.session.updateMany({ where: { id: { in: ids } }, data: { lastActiveAt } }),
    )
  } finally {
    await database.close()
  }
}

test('a temporary session is unknown an hour after its last use; others and kept ones stay', async ({
  launch,
  database,
}) => {
  const app = await launch()
  const kept = await sayInPassing(app, 'keep me')
  expect((await patch(`${app.url}/api/sessions/${kept}`, { temporary: false })).status).toBe(200)
  const { sessionId: other } = await say(app.url, 'of the page')
  const [opened, changed, written] = [
    await sayInPassing(app, 'to open'),
    await sayInPassing(app, 'to keep'),
    await sayInPassing(app, 'to go on with'),
  ]
  expect(await listed(app)).toHaveLength(5)

  await age(database.url, [kept, other, opened])
  expect((await fetch(`${app.url}/c/${opened}`)).status).toBe(404)
  await age(database.url, [changed])
  expect((await patch(`${app.url}/api/sessions/${changed}`, { temporary: false })).status).toBe(404)
  await age(database.url, [written])
  expect((await send(app.url, 'more', { sessionId: written })).status).toBe(404)
  expect((await listed(app)).toSorted()).toEqual([kept, other].toSorted())
})

/** Of a session, with a body that each takes. */
const OF_ONE: [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['DELETE', '', {}],
  ['POST', '/clear', {}],
  ['GET', '/counts'],
  ['GET', '/messages'],
  ['PATCH', '/messages/ANSWER', { mark: 'pinned' }],
  ['POST', '/read', { seq: 1 }],
  ['POST', '/divider', {}],
  ['GET', '/summary'],
  ['POST', '/summary', { ask: 'now' }],
]

test('whatever is asked of a session that has ended, it is not there', async ({ launch, database }) => {
  const app = await launch()
  const asks = OF_ONE.map(([method, path, body]) => (sessionId: string, answerId: string) => {
    const url = `${app.url}/api/sessions/${sessionId}${path.replace('ANSWER', answerId)}`
    return fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  })
  asks.push((sessionId) => post(`${app.url}/api/context/plan`, { sessionId }))
  asks.push((_, answerId) => fetch(`${app.url}/api/context/${answerId}`))
  for (const ask of asks) {
    const sessionId = await sayInPassing(app, 'in passing')
    const { messages } = await threadOf(app.url, sessionId)
    await age(database.url, [sessionId])
    const response = await ask(sessionId, messages.at(-1)?.id ?? '')
    expect(`${response.status} ${new URL(response.url).pathname}`).toMatch(/^404 /)
  }
})

test('a session that a program began and named no user for is unknown an hour after its last use', async ({
  launch,
  database,
}) => {
  const app = await launch()
  const ask = async (body: object) => (await post(`${app.url}/ask`, body)).json()
  const history = async (session_id: string) => (await post(`${app.url}/get_history`, { session_id })).status
  const named = (await ask({ query: 'hello', user: 'ada' })).session_id
  const [read, asked, cleared] = [
    (await ask({ query: 'to read' })).session_id,
    (await ask({ query: 'to ask in' })).session_id,
    (await ask({ query: 'to clear' })).session_id,
  ]
  await age(database.url, [named, read])
  expect(await history(read)).toBe(404)
  await age(database.url, [asked])
  const again = await ask({ query: 'more', session_id: asked })
  expect(again.session_id).not.toBe(asked)
  expect(again.warnings).toHaveLength(1)
  await age(database.url, [cleared])
  expect((await post(`${app.url}/clear_history`, { session_id: cleared })).status).toBe(404)
  await age(database.url, [again.session_id])
  const { sessions, total_count } = await (await fetch(`${app.url}/list_sessions`)).json()
  expect(sessions).toMatchObject([{ session_id: named }])
  expect(total_count).toBe(1)
  expect(await history(named)).toBe(200)
})

test('an ended temporary session is purged without anyone looking', async ({ launch, database }) => {
  const app = await launch({ HISTORY_TIMEOUT_SECONDS: '1' })
  await sayInPassing(app, 'in passing')
  await expect.poll(() => stored(database.url)).toEqual([])
})

test('what ended is purged for a scheduler too, down to the threshold', async ({ launch, database }) => {
  const env = { HISTORY_TIMEOUT_SECONDS: '3600', KEPT_SESSION_TIMEOUT_SECONDS: '1', JOB_POLL_MS: '3600000' }
  const app = await launch({ ...env, CRON_SECRET: SECRET, SESSION_CLEANUP_THRESHOLD: '10' })
  await seedSessions(database.url, { count: 200 })
  await say(app.url, 'and one that asks for the job')
  await expect.poll(() => listed(app)).toEqual([])
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${SECRET}` }
      expect((await fetch(`${app.url}/api/jobs/run`, { headers })).status).toBe(200)
      return (await stored(database.url)).length
    })
    .toBe(10)
})
