import { type JobView, jobList } from '../lib/schemas/job.ts'
import { post, remove, say, setSettings } from './support/api.ts'
import type { AppServer } from './support/app-server.ts'
import { expect, test } from './support/test.ts'

const SECRET = 'the-secret-of-a-scheduler'
type Served = Pick<AppServer, 'url'>

const list = async (app: Served) => jobList.parse(await (await fetch(`${app.url}/api/jobs`)).json())

/** A title that a model refuses to give. Its three tries are a second and then two apart. */
async function failedTitle(app: Served, words = 'boats'): Promise<JobView> {
  await say(app.url, `[[title 400]] ${words}`)
  const find = async () => (await list(app)).jobs.find(({ session }) => session?.title.endsWith(words))
  await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).toBe('failed')
  const job = await find()
  if (!job) throw new Error('The job is gone.')
  return job
}

test('jobs run for a scheduler that knows the secret, and for nobody else', async ({ launch }) => {
  const app = await launch({ CRON_SECRET: SECRET, UNDO_MS: '0', JOB_POLL_MS: '3600000' })
  const { sessionId } = await say(app.url, 'hello')
  await expect.poll(async () => (await list(app)).waiting).toBe(0)
  await remove(`${app.url}/api/sessions/${sessionId}`)
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

test('what failed for good is listed without a word of the conversation, and can be tried again or dismissed', async ({
  launch,
  upstream,
}) => {
  const app = await launch()
  const refusal = { status: 400, message: 'I was sent: boats' }
  upstream.scriptTitles(refusal, refusal, refusal)
  const failed = await failedTitle(app)
  expect(failed).toMatchObject({
    ...{ kind: 'title', tries: 3, error: 'The model’s server refused the request.' },
    ...{ canTryNow: true, canDismiss: true },
  })
  const other = await failedTitle(app, 'ships')

  upstream.scriptTitles({ text: 'A better title' })
  expect((await post(`${app.url}/api/jobs/${failed.id}/retry`, {})).status).toBe(204)
  await expect.poll(async () => (await list(app)).jobs.map(({ id }) => id)).toEqual([other.id])
  const { session } = await (await fetch(`${app.url}/api/sessions/${failed.session?.id}`)).json()
  expect(session.title).toBe('A better title')

  expect((await remove(`${app.url}/api/jobs/${other.id}`)).status).toBe(204)
  expect(await list(app)).toEqual({ jobs: [], failed: 0, waiting: 0 })
  expect((await remove(`${app.url}/api/jobs/${other.id}`)).status).toBe(404)
  expect((await post(`${app.url}/api/jobs/nobody/retry`, {})).status).toBe(404)
})

test('all that failed are tried at once', async ({ launch, upstream }) => {
  const app = await launch()
  await failedTitle(app, 'boats')
  await failedTitle(app, 'ships')
  upstream.scriptTitles({ text: 'One' }, { text: 'Two' })
  const response = await post(`${app.url}/api/jobs/retry`, {})
  expect(await response.json()).toEqual({ retried: 2 })
  await expect.poll(() => list(app)).toEqual({ jobs: [], failed: 0, waiting: 0 })
})

test('a deletion waits as long as it can be taken back: it is neither hurried nor dismissed', async ({
  launch,
}) => {
  const app = await launch()
  await setSettings(app.url, { modelTitles: false })
  const { sessionId } = await say(app.url, 'hello')
  await expect.poll(async () => (await list(app)).waiting).toBe(0)
  const { purgeId } = await (await remove(`${app.url}/api/sessions/${sessionId}`)).json()
  expect((await list(app)).jobs).toMatchObject([
    { id: purgeId, kind: 'delete', session: null, state: 'waiting', canTryNow: false, canDismiss: false },
  ])
  const refused = [
    await post(`${app.url}/api/jobs/${purgeId}/retry`, {}),
    await remove(`${app.url}/api/jobs/${purgeId}`),
  ]
  for (const response of refused) {
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: { code: 'job_not_failed' } })
  }
  expect((await post(`${app.url}/api/undo`, { purgeId })).status).toBe(204)
})

test('only JSON from this page changes a job', async ({ app }) => {
  const plain = await fetch(`${app.url}/api/jobs/any/retry`, { method: 'POST', body: '{}' })
  expect(plain.status).toBe(415)
  const foreign = await post(`${app.url}/api/jobs/retry`, {}, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const odd = await post(`${app.url}/api/jobs/retry`, { all: true })
  expect(odd.status).toBe(400)
})
