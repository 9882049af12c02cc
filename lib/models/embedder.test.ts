import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../e2e/fake-upstream/start.ts'
import { createServerEmbedder, type EmbedderConfig } from './embedder.ts'
import { NOBODY, standingClock } from './testing/chat-models.ts'

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream()
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

const embedder = (config: Partial<EmbedderConfig> = {}) =>
  createServerEmbedder(
    {
      ...{ provider: 'compatible', model: 'embed-x', url: `${upstream.url}/v1/`, apiKey: 'a-long-secret' },
      withinMs: 10_000,
      ...config,
    },
    { clock: standingClock() },
  )

describe.each(['openai', 'compatible', 'ollama'] as const)('vectors by %s', (provider) => {
  test('are asked for in one request, under the name of the model, and told apart by provider', async () => {
    const { model, embed } = embedder({ provider })
    const vectors = await embed(['keep bees', 'bees keep', 'tax'])
    expect(model).toBe(`${provider}/embed-x`)
    expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64])
    expect(vectors[0]).toEqual(vectors[1])
    expect(vectors[0]).not.toEqual(vectors[2])
    const [request, ...others] = upstream.embeddings.requests
    expect(others).toEqual([])
    expect(request?.headers.authorization).toBe('Bearer a-long-secret')
    expect(request?.body).toMatchObject({ model: 'embed-x', input: ['keep bees', 'bees keep', 'tax'] })
  })

  test('belong to the text whose place they name, in whatever order they come', async () => {
    const texts = ['keep bees', 'tax', 'a third']
    const inOrder = await embedder({ provider }).embed(texts)
    upstream.scriptEmbeddings({ backwards: true })
    expect(await embedder({ provider }).embed(texts)).toEqual(inOrder)
  })

  test.each([
    ['a failure', { status: 500 }, { code: 'model_failed' }],
    ['a refused key', { status: 401 }, { code: 'model_unauthorized' }],
    ['a refused text', { status: 400 }, { code: 'model_refused' }],
    [
      'too many requests',
      { status: 429, retryAfter: '7' },
      { code: 'model_rate_limited', details: { retryAfterSeconds: 7 } },
    ],
    ['a vector too few', { fewer: 1 }, { code: 'model_unreadable' }],
    ['vectors of two lengths', { uneven: true }, { code: 'model_unreadable' }],
    ['vectors of no length', { dimensions: 0 }, { code: 'model_unreadable' }],
    ['two vectors for one text', { index: 1 }, { code: 'model_unreadable' }],
    ['a vector without a direction', { number: 0 }, { code: 'model_unreadable' }],
    ['numbers too small to be told from nothing', { number: 1e-50 }, { code: 'model_unreadable' }],
    ['numbers too large to be stored', { number: 1e300 }, { code: 'model_unreadable' }],
    ['a web page', { body: '<html>' }, { code: 'model_unreadable' }],
    [
      'an answer without an end',
      { body: ' '.repeat(8_000_001) },
      { code: 'model_unreadable', message: expect.stringContaining('gave more than') },
    ],
    ['other JSON', { body: '{"data":"none"}' }, { code: 'model_unreadable' }],
    [
      'a failure told as a success',
      { body: '{"error":{"message":"No such model","code":404}}' },
      { code: 'model_refused', message: expect.stringContaining('No such model') },
    ],
  ])('%s is told as what it is, and asked for once', async (_, behaviour, error) => {
    upstream.scriptEmbeddings(behaviour)
    await expect(embedder({ provider }).embed(['a', 'b'])).rejects.toMatchObject(error)
    expect(upstream.embeddings.requests).toHaveLength(1)
  })
})

test('a server that is not there, and one that never answers', async () => {
  await expect(embedder({ url: `${NOBODY}/v1` }).embed(['a'])).rejects.toMatchObject({
    code: 'model_unreachable',
  })
  upstream.scriptEmbeddings({ neverAnswer: true })
  await expect(embedder({ withinMs: 50 }).embed(['a'])).rejects.toMatchObject({ code: 'model_timeout' })
})

test('who gives up is told so, and the server is left alone', async () => {
  upstream.scriptEmbeddings({ neverAnswer: true })
  const caller = new AbortController()
  const asked = embedder().embed(['a'], { signal: caller.signal })
  await upstream.embeddings.waitFor(() => true)
  caller.abort(new Error('given up'))
  await expect(asked).rejects.toThrow('given up')
  await upstream.embeddings.waitFor(({ closedEarly }) => closedEarly)
  const signal = AbortSignal.abort(new Error('given up before'))
  await expect(embedder().embed(['a'], { signal })).rejects.toThrow('given up before')
  expect(upstream.embeddings.requests).toHaveLength(1)
})

test('nothing asks for nothing', async () => {
  expect(await embedder().embed([])).toEqual([])
  expect(upstream.embeddings.requests).toEqual([])
})
