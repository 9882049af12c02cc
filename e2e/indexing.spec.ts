import { openDatabase } from '../lib/db/client.ts'
import { jobList } from '../lib/schemas/job.ts'
import { memoryPage, memoryState } from '../lib/schemas/recall.ts'
import { patch, post, say } from './support/api.ts'
import { expect, test } from './support/test.ts'

type Row = { text: string; model: string | null; bytes: number }

/** What is indexed, in order. */
async function indexed(url: string): Promise<Row[]> {
  const database = await openDatabase(url)
  try {
    const rows = await database.read((db) => db.exchangeChunk.findMany({ orderBy: { key: 'asc' } }))
    return rows.map(({ text, model, vector }) => ({ text, model, bytes: vector?.length ?? 0 }))
  } finally {
    await database.close()
  }
}
const modelsOf = async (url: string) => (await indexed(url)).map(({ model, bytes }) => `${model}: ${bytes}`)

const kinds = async (app: { url: string }) =>
  jobList.parse(await (await fetch(`${app.url}/api/jobs`)).json()).jobs.map(({ kind }) => kind)

test('what is said is embedded on this machine, in the server as it is built', async ({
  launch,
  database,
  upstream,
}) => {
  const app = await launch({ RECALL: '1' })
  await say(app.url, 'Where do bees live?')
  await expect.poll(() => modelsOf(database.url), { timeout: 30_000 }).toEqual(['minilm-l6-v2: 1536'])
  expect((await indexed(database.url))[0]?.text).toMatch(
    /^\d{4}-\d\d-\d\d\nUser: Where do bees live\?\nAssistant: /,
  )
  expect(upstream.embeddings.requests).toEqual([])
  await expect.poll(() => kinds(app)).toEqual([])
})

test('a model that is named embeds from its server, and takes over what another one made', async ({
  launch,
  database,
  upstream,
}) => {
  const before = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-x' })
  await say(before.url, 'one')
  await expect.poll(() => modelsOf(database.url)).toEqual(['compatible/embed-x: 256'])
  await before.stop()
  upstream.scriptEmbeddings({ status: 503 })
  const after = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-y' })
  await say(after.url, 'two')
  await expect.poll(() => modelsOf(database.url)).toEqual(Array(2).fill('compatible/embed-y: 256'))
})

test('a server that was started without recall indexes nothing, and all of it once it is started with it', async ({
  launch,
  database,
}) => {
  const without = await launch()
  const { sessionId } = await say(without.url, 'one')
  await say(without.url, 'two', { sessionId })
  await expect.poll(() => kinds(without)).toEqual([])
  expect(await indexed(database.url)).toEqual([])
  await without.stop()
  const app = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-x' })
  await fetch(`${app.url}/api/sessions`)
  await expect.poll(() => modelsOf(database.url)).toEqual(Array(2).fill('compatible/embed-x: 256'))
  await patch(`${app.url}/api/sessions/${sessionId}`, { memory: { recall: { remembered: false } } })
  expect(await indexed(database.url)).toEqual([])
})

test('what a client tells of its own history is indexed with its newest message', async ({
  launch,
  database,
}) => {
  const app = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-x' })
  // Behind what every start asks for.
  await say(app.url, 'Hello')
  await expect.poll(() => modelsOf(database.url)).toHaveLength(1)
  await expect.poll(() => kinds(app)).toEqual([])
  const messages = [
    { role: 'user', content: 'Where do bees live?' },
    { role: 'assistant', content: 'In hives.' },
    { role: 'user', content: 'And wasps?' },
  ]
  const asked = await post(
    `${app.url}/v1/chat/completions`,
    { model: 'fake-small', messages },
    { 'x-session-id': 'told' },
  )
  expect(asked.status).toBe(200)
  await expect
    .poll(async () => (await indexed(database.url)).map(({ text }) => text.split('\n')[1]).sort())
    .toEqual(['User: And wasps?', 'User: Hello', 'User: Where do bees live?'])
})

test('a model that was away is told of no more, once another one has all vectors', async ({
  launch,
  database,
  upstream,
}) => {
  const states = async (url: string) => {
    const [item] = memoryPage.parse(await (await fetch(`${url}/api/memory`)).json()).items
    const { failed } = memoryState.parse(await (await fetch(`${url}/api/memory/state`)).json())
    return { failed, error: item?.error }
  }
  const before = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-x' })
  await say(before.url, 'one')
  await expect.poll(() => modelsOf(database.url)).toEqual(['compatible/embed-x: 256'])
  await before.stop()
  upstream.scriptEmbeddings(...Array(50).fill({ status: 401 }))
  const away = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-y' })
  await expect.poll(() => states(away.url)).toEqual({ failed: 1, error: expect.stringContaining('key') })
  await away.stop()
  const back = await launch({ RECALL: '1', EMBEDDING_MODEL: 'embed-x' })
  expect(await states(back.url)).toEqual({ failed: 0, error: null })
})
