import { say } from './support/api.ts'
import { expect, test } from './support/test.ts'

const SECRET = 'the-secret-of-a-scheduler'
const json = { 'content-type': 'application/json' }

test('jobs run for a scheduler that knows the secret, and for nobody else', async ({ launch }) => {
  const app = await launch({ CRON_SECRET: SECRET, UNDO_MS: '0', JOB_POLL_MS: '3600000' })
  const { sessionId } = await say(app.url, 'hello')
  await fetch(`${app.url}/api/sessions/${sessionId}`, { method: 'DELETE', headers: json, body: '{}' })
  const run = (authorization: string) =>
    fetch(`${app.url}/api/jobs/run`, { headers: authorization ? { authorization } : {} })

  expect((await run('')).status).toBe(401)
  expect((await run('Bearer wrong')).status).toBe(401)
  expect(await (await run(`Bearer ${SECRET}`)).json()).toEqual({ done: 1 })
  expect(await (await run(`Bearer ${SECRET}`)).json()).toEqual({ done: 0 })
})

test('without a secret there is nothing to run', async ({ app }) => {
  expect((await fetch(`${app.url}/api/jobs/run`)).status).toBe(404)
})
