import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../e2e/fake-upstream/start.ts'
import { type ChatModelsConfig, createChatModels } from './chat-models.ts'
import {
  CONFIG,
  collect,
  countedPause,
  limitsOf,
  NOBODY,
  say,
  standingClock,
  tokens,
} from './testing/chat-models.ts'

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream()
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

const create = (config: Partial<ChatModelsConfig> = {}, clock = standingClock()) =>
  createChatModels({ ...CONFIG, ...config }, { limitsOf, clock, tokens, pause: countedPause().pause })

const ids = async (models: ReturnType<typeof create>) => (await models.list()).map(({ id }) => id)
const listings = () => upstream.requests.filter(({ path }) => path === '/v1/models').length
const openai = () => ({ openaiApiKey: 'sk-key', openaiUrl: `${upstream.url}/v1` })
const compatible = () => ({ openaiBaseUrl: `${upstream.url}/v1` })
const ollama = () => ({ discoverLocal: true, ollamaUrl: upstream.url })
const lmStudio = () => ({ discoverLocal: true, lmStudioUrl: upstream.url })

describe('with nothing at all', () => {
  test('there is the built-in model', async () => {
    expect(await ids(create())).toEqual(['builtin'])
    expect((await create({ discoverLocal: true }).resolve(null)).info.id).toBe('builtin')
  })
})

describe('what is known without waiting', () => {
  test('is nothing before anyone has looked, and then what was found', async () => {
    upstream.list({ models: ['gpt-9'] })
    const models = create(openai())
    expect(models.known()).toBeNull()
    // To have asked was enough to have it looked for.
    await expect.poll(() => models.known()).toEqual({ provider: 'openai', failures: [] })
    expect(listings()).toBe(1)
  })

  test('is the built-in model where no server was configured', () => {
    expect(create().known()).toEqual({ provider: 'builtin', failures: [] })
  })

  test('is that a configured server fails, until it does not', async () => {
    upstream.list({ listingStatus: 401 })
    const clock = standingClock()
    const models = create(compatible(), clock)
    await models.list()
    expect(models.known()).toEqual({ provider: 'builtin', failures: ['model_unauthorized'] })
    upstream.reset()
    clock.move(5_001)
    expect(models.known()).toMatchObject({ failures: ['model_unauthorized'] })
    await expect.poll(() => models.known()).toEqual({ provider: 'compatible', failures: [] })
  })

  test('is nothing to complain of where a local one is absent', async () => {
    const models = create({ discoverLocal: true })
    await models.list()
    expect(models.known()).toEqual({ provider: 'builtin', failures: [] })
  })
})

describe('OpenAI', () => {
  test('offers its chat models, newest first', async () => {
    upstream.list({ models: ['whisper-1', 'gpt-4o', 'gpt-5-mini-2025-08-07', 'gpt-5-mini', 'gpt-5-pro'] })
    const models = create(openai())
    expect(await ids(models)).toEqual(['openai/gpt-5-mini', 'openai/gpt-4o', 'openai/gpt-5-pro', 'builtin'])
    expect((await models.resolve('openai/gpt-5-mini-2025-08-07')).info.name).toBe('gpt-5-mini-2025-08-07')
  })

  test('still has a model when its list cannot be had, and says why', async () => {
    upstream.list({ listingStatus: 401 })
    const [first] = await create(openai()).list()
    expect(first).toMatchObject({ id: 'openai/gpt-5-mini' })
    expect(first?.note).toContain('did not accept the key')
  })

  test('keeps what it listed before when it fails later', async () => {
    upstream.list({ models: ['gpt-9'] })
    const clock = standingClock()
    const models = create(openai(), clock)
    expect(await ids(models)).toContain('openai/gpt-9')
    upstream.list({ listingStatus: 500 })
    clock.move(3_600_000)
    const [first] = await models.list()
    expect(first?.id).toBe('openai/gpt-9')
    expect(first?.note).toContain('(500)')
  })

  test('a turn with a model that was listed once waits for no list', async () => {
    upstream.list({ models: ['gpt-9'] })
    const clock = standingClock()
    const models = create(openai(), clock)
    await models.list()
    clock.move(3_600_000)
    await models.resolve('openai/gpt-9')
    expect(listings()).toBe(1)
  })
})

describe('a compatible server', () => {
  test('does not offer a name that cannot be kept', async () => {
    upstream.list({ models: ['', ' ', 'x'.repeat(400), 'fine'] })
    expect(await ids(create(compatible()))).toEqual(['compatible/fine', 'builtin'])
  })

  test('names some of thousands when asked for one that is not there', async () => {
    upstream.list({ models: Array.from({ length: 10_000 }, (_, i) => `model-${i}`) })
    const error: unknown = await create(compatible())
      .resolve('compatible/none')
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unknown_model' })
    expect(String(error).length).toBeLessThan(3_000)
  })

  test('takes the place of OpenAI, in its own order, without models that embed', async () => {
    upstream.list({ models: ['vendor/big', 'text-embedding-x', 'small'] })
    const models = create({ ...openai(), ...compatible() })
    expect(await ids(models)).toEqual(['compatible/vendor/big', 'compatible/small', 'builtin'])
    expect((await models.resolve('compatible/vendor/big')).info.name).toBe('vendor/big')
  })

  test('that is not there leaves the built-in model, which says why', async () => {
    const [only] = await create({ openaiBaseUrl: `${NOBODY}/v1` }).list()
    expect(only?.id).toBe('builtin')
    expect(only?.note).toContain('The model server at 127.0.0.1:9 cannot be reached.')
  })

  test('that is Ollama is spoken with as Ollama', async () => {
    upstream.list({ ollama: { models: [{ name: 'plain:7b' }] } })
    const models = create({ ...compatible(), ...ollama() })
    expect(await ids(models)).toEqual(['ollama/plain:7b', 'builtin'])
  })

  test('that lists nothing still offers DEFAULT_MODEL', async () => {
    upstream.list({ listingStatus: 404 })
    const models = create({ ...compatible(), defaultModel: 'vendor/big' })
    expect(await ids(models)).toEqual(['compatible/vendor/big', 'builtin'])
  })
})

describe('Ollama', () => {
  test('tells the context of what is loaded, else of the model file, else what is assumed', async () => {
    upstream.list({
      ollama: {
        models: [
          { name: 'plain:7b' },
          { name: 'filed:7b', numCtx: 16_384 },
          { name: 'loaded:7b', loadedContext: 32_768 },
          { name: 'nomic', capabilities: ['embedding'] },
        ],
      },
    })
    const models = await create(ollama()).list()
    expect(models.map(({ id, limits }) => [id, limits.window])).toEqual([
      ['ollama/loaded:7b', 32_768],
      ['ollama/plain:7b', 4_096],
      ['ollama/filed:7b', 16_384],
      ['builtin', 32_000],
    ])
    expect(models.map(({ note }) => note?.includes('4,096') ?? false)).toEqual([false, true, false, false])
  })

  test('answers', async () => {
    upstream.list({ ollama: { models: [{ name: 'plain:7b' }] } })
    const { text } = await collect(await create(ollama()).resolve(null), say('[[say]] Here.'))
    expect(text).toBe('Here.')
    expect(upstream.requests.at(-1)?.body).toMatchObject({ model: 'plain:7b' })
  })

  test('that has gone is not offered; a session that chose it is told so', async () => {
    const models = create({ discoverLocal: true, ollamaUrl: NOBODY })
    expect(await ids(models)).toEqual(['builtin'])
    const { failure } = await collect(await models.resolve('ollama/plain:7b'), say('Hello'))
    expect(failure?.code).toBe('model_unreachable')
    expect(failure?.message).toContain('Start Ollama')
  })

  test('MODEL_WINDOW counts for more than any guess', async () => {
    upstream.list({ ollama: { models: [{ name: 'plain:7b' }] } })
    const [first] = await create({ ...ollama(), window: 65_536 }).list()
    expect(first).toMatchObject({ limits: { window: 65_536 }, note: null })
  })

  test('MODEL_ANSWER_RESERVE too, but not for the built-in model', async () => {
    upstream.list({ ollama: { models: [{ name: 'plain:7b' }] } })
    const [first, last] = await create({ ...ollama(), answerReserve: 2_500 }).list()
    expect(first).toMatchObject({ id: 'ollama/plain:7b', limits: { answerReserve: 2_500 } })
    expect(last).toMatchObject({ id: 'builtin', limits: { answerReserve: 1_000 } })
  })
})

describe('LM Studio', () => {
  test('offers what is loaded first, with its context', async () => {
    upstream.list({
      lmStudio: {
        models: [
          { id: 'resting' },
          { id: 'awake', loadedContext: 12_000 },
          { id: 'vectors', type: 'embeddings' },
        ],
      },
    })
    const models = await create(lmStudio()).list()
    expect(models.map(({ id, limits }) => [id, limits.window])).toEqual([
      ['lmstudio/awake', 12_000],
      ['lmstudio/resting', 4_096],
      ['builtin', 32_000],
    ])
  })

  test('of an older version is found by the plain list', async () => {
    upstream.list({ models: ['old'] })
    expect(await ids(create(lmStudio()))).toEqual(['lmstudio/old', 'builtin'])
  })
})

describe('asking', () => {
  test('callers at the same time share one request, and the answer lasts some seconds', async () => {
    upstream.list({ lmStudio: { models: [{ id: 'a' }] } })
    const clock = standingClock()
    const models = create(lmStudio(), clock)
    await Promise.all([models.list(), models.list(), models.resolve(null)])
    expect(listings()).toBe(1)
    clock.move(4_000)
    await models.list()
    expect(listings()).toBe(1)
    clock.move(2_000)
    await models.list()
    expect(listings()).toBe(2)
  })

  test('a server that does not answer delays the list by no more than the limit', async () => {
    upstream.list({ listingStatus: 'never' })
    const timeouts = { ...CONFIG.timeouts, discoveryMs: 60 }
    expect(await ids(create({ ...compatible(), timeouts }))).toEqual(['builtin'])
    expect((await upstream.waitFor((request) => request.over)).closedEarly).toBe(true)
  })
})

describe('the default', () => {
  test('is DEFAULT_MODEL by id or by name, where it is there', async () => {
    expect((await create({ ...compatible(), defaultModel: 'fake-small' }).resolve(null)).info.id).toBe(
      'compatible/fake-small',
    )
    expect((await create({ ...compatible(), defaultModel: 'builtin' }).resolve(null)).info.id).toBe('builtin')
    expect((await create({ ...compatible(), defaultModel: 'missing' }).resolve(null)).info.id).toBe(
      'compatible/fake-large',
    )
  })

  test('a configured server stands before what is found on the machine', async () => {
    upstream.list({ models: ['far'] })
    const near = await startFakeUpstream({ listings: { ollama: { models: [{ name: 'near' }] } } })
    const models = create({ ...compatible(), discoverLocal: true, ollamaUrl: near.url })
    expect(await ids(models)).toEqual(['compatible/far', 'ollama/near', 'builtin'])
    await near.close()
  })
})

describe('an unknown model', () => {
  test.each(['compatible/never', 'openai/gpt-5-mini', 'nonsense', '/x', 'compatible/', ''])(
    '%j is refused with the names that are known',
    async (id) => {
      await expect(create(compatible()).resolve(id)).rejects.toMatchObject({
        code: 'unknown_model',
        message: expect.stringContaining('Known: compatible/fake-large, compatible/fake-small, builtin.'),
        details: { known: ['compatible/fake-large', 'compatible/fake-small', 'builtin'] },
      })
    },
  )

  test('one that was listed once is not unknown when its server drops it', async () => {
    upstream.list({ ollama: { models: [{ name: 'a' }, { name: 'b' }] } })
    const clock = standingClock()
    const models = create(ollama(), clock)
    await models.list()
    upstream.list({ ollama: { models: [{ name: 'a' }] } })
    clock.move(10_000)
    expect((await models.resolve('ollama/b')).info.name).toBe('b')
    await expect(models.resolve('ollama/c')).rejects.toMatchObject({ code: 'unknown_model' })
  })
})
