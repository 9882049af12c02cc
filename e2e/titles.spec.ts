import type { SessionView } from '../lib/schemas/session.ts'
import type { FakeUpstream } from './fake-upstream/start.ts'
import { patch, remove, say, setSettings, threadOf } from './support/api.ts'
import type { AppServer } from './support/app-server.ts'
import { expect, test } from './support/test.ts'

type Served = Pick<AppServer, 'url'>

async function session(app: Served, sessionId: string): Promise<SessionView> {
  return (await threadOf(app.url, sessionId)).session
}
const titleOf = async (app: Served, sessionId: string) => {
  const { title, titleBy } = await session(app, sessionId)
  return `${titleBy}: ${title}`
}
const rename = (app: Served, sessionId: string, title: string) =>
  patch(`${app.url}/api/sessions/${sessionId}`, { title })
const jobsOf = async (app: Served) =>
  (await (await fetch(`${app.url}/api/jobs`)).json()).jobs.filter(
    ({ kind }: { kind: string }) => kind === 'title',
  )

/** The call for the title of the conversation that begins with these words. */
const titleCall = (upstream: FakeUpstream, words: string) =>
  upstream.titles.waitFor(({ body }) => JSON.stringify(body).includes(words))

test('the model names a conversation after its first answer, and only then', async ({ app, upstream }) => {
  const { sessionId } = await say(app.url, '[[title thought "Boats at night."]] How do they sail?')
  await expect.poll(() => titleOf(app, sessionId)).toBe('model: Boats at night')
  await say(app.url, 'And by day?', { sessionId })
  await expect.poll(() => jobsOf(app)).toEqual([])
  expect(upstream.titles.requests).toHaveLength(1)
})

for (const nonsense of ['empty', 'think', 'unclosed', 'tags', 'lines', 'paragraph', 'quotes', 'placeholder'])
  test(`title stays "New chat" because title generation failed, or holds <think> text or a whole paragraph: not after "${nonsense}"`, async ({
    app,
    upstream,
  }) => {
    const words = `[[title ${nonsense}]] boats`
    const { sessionId } = await say(app.url, words)
    await titleCall(upstream, words)
    await expect.poll(() => jobsOf(app)).toEqual([])
    expect(await titleOf(app, sessionId)).toBe(`message: ${words}`)
  })

test('title stays "New chat" because title generation failed: a failed call is tried again', async ({
  app,
  upstream,
}) => {
  upstream.scriptTitles({ status: 400, message: 'I was sent: secret words' })
  const { sessionId } = await say(app.url, '[[title Boats]] secret words')
  await expect.poll(async () => (await jobsOf(app))[0]?.error).toBe('The model’s server refused the request.')
  expect(await titleOf(app, sessionId)).toBe('message: [[title Boats]] secret words')
  await expect.poll(() => titleOf(app, sessionId)).toBe('model: Boats')
  expect(await jobsOf(app)).toEqual([])
})

test('title generation blocks the answer: the end does not wait for it, nor does the next message', async ({
  app,
  upstream,
}) => {
  const { sessionId, last } = await say(app.url, '[[title hold Boats]] first')
  expect(last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  await upstream.titles.waitFor(({ held }) => held)
  expect(await session(app, sessionId)).toMatchObject({ answering: false, titleBy: 'message' })
  expect((await say(app.url, 'elsewhere')).last).toMatchObject({ answer: { status: 'complete' } })
  expect((await say(app.url, 'second', { sessionId })).last).toMatchObject({
    type: 'end',
    answer: { status: 'complete' },
  })
  // Given up in favour of that message and asked for again, or still held where another process took the message.
  const released = () => {
    upstream.release()
    return titleOf(app, sessionId)
  }
  await expect.poll(released, { timeout: 20_000 }).toBe('model: Boats')
})

test('a title that the user gave is never changed, whether it came before or while the model thinks', async ({
  app,
  upstream,
}) => {
  const { sessionId } = await say(app.url, '[[title hold Boats]] while')
  await titleCall(upstream, 'while')
  await rename(app, sessionId, 'Mine')
  upstream.release()
  await expect.poll(() => jobsOf(app)).toEqual([])
  expect(await titleOf(app, sessionId)).toBe('user: Mine')

  const failed = await say(app.url, '[[status 400]] before')
  expect(failed.last).toMatchObject({ answer: { status: 'failed' } })
  await rename(app, failed.sessionId, 'Mine too')
  await say(app.url, '[[title Boats]] again', { sessionId: failed.sessionId })
  expect(await jobsOf(app)).toEqual([])
  expect(await titleOf(app, failed.sessionId)).toBe('user: Mine too')
})

test('a conversation that is deleted while its title is thought of: nothing is left of either', async ({
  app,
  upstream,
}) => {
  const { sessionId } = await say(app.url, '[[title hold Boats]] deleted')
  await titleCall(upstream, 'deleted')
  await remove(`${app.url}/api/sessions/${sessionId}`)
  upstream.release()
  await expect.poll(() => jobsOf(app)).toEqual([])
  expect((await fetch(`${app.url}/api/sessions/${sessionId}`)).status).toBe(404)
})

test('killed between answer and title: the next start names it', async ({ launch, upstream }) => {
  const first = await launch()
  const { sessionId } = await say(first.url, '[[title hold Boats]] killed')
  await titleCall(upstream, 'killed')
  await first.stop('SIGKILL')
  upstream.scriptTitles({ text: 'Boats' })
  const second = await launch()
  await expect.poll(() => titleOf(second, sessionId)).toBe('model: Boats')
})

test('ended by a signal between answer and title: the job is given back, and the next start names it', async ({
  launch,
  upstream,
}) => {
  const first = await launch()
  const { sessionId } = await say(first.url, '[[title hold Boats]] ended')
  const call = await titleCall(upstream, 'ended')
  expect(await first.stop('SIGTERM')).toBe(0)
  await upstream.titles.waitFor((request) => request === call && request.closedEarly)
  upstream.scriptTitles({ text: 'Boats' })
  const second = await launch()
  await expect.poll(() => titleOf(second, sessionId)).toBe('model: Boats')
})

test('a grace at the end of the process is there for titles too', async ({ launch, upstream }) => {
  const first = await launch({ SHUTDOWN_GRACE_MS: '20000' })
  const { sessionId } = await say(first.url, '[[title hold Boats]] grace')
  await titleCall(upstream, 'grace')
  const stopped = first.stop('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${first.url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  upstream.release()
  expect(await stopped).toBe(0)
  const second = await launch()
  expect(await titleOf(second, sessionId)).toBe('model: Boats')
})

test('switched off, no model is asked for a title', async ({ launch, upstream }) => {
  const app = await launch()
  await setSettings(app.url, { modelTitles: false })
  const { sessionId } = await say(app.url, '[[title Boats]] off')
  await expect.poll(() => jobsOf(app)).toEqual([])
  expect(await titleOf(app, sessionId)).toBe('message: [[title Boats]] off')
  expect(upstream.titles.requests).toEqual([])
})

test('the built-in model names conversations too', async ({ launch }) => {
  const app = await launch({ OPENAI_BASE_URL: '' })
  const { sessionId } = await say(app.url, 'Hi! My sister Ada lives in Turin.')
  await expect.poll(() => titleOf(app, sessionId)).toBe('model: My sister Ada lives in Turin')
})
