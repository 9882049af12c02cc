import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../e2e/fake-upstream/start.ts'
import { AppError } from '../errors.ts'
import { createChatModels } from '../models/chat-models.ts'
import type { CompletionEvent } from '../schemas/completion.ts'
import { completionRequest } from '../schemas/openai.ts'
import { countTokens } from '../tokens/index.ts'
import { limitsOf } from '../tokens/model-limits.ts'
import { createTokenCounter } from '../tokens/token-counter.ts'
import { createOpenCalls } from './open-calls.ts'
import { passThrough } from './pass-through.ts'

const tokens = createTokenCounter()
let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream({ listings: { models: ['fake-large', 'family/fake-small'] } })
})
beforeEach(() => upstream.reset())
afterAll(async () => {
  await upstream.close()
  await tokens.close()
})

const begun: string[] = []
const spent: number[] = []

function begin(
  fields: object,
  { left = new AbortController().signal, who = 'test', openCalls = createOpenCalls() } = {},
) {
  const clock = { now: () => new Date() }
  const models = createChatModels(
    {
      openaiBaseUrl: `${upstream.url}/v1`,
      ollamaUrl: 'http://127.0.0.1:9',
      lmStudioUrl: 'http://127.0.0.1:9',
      discoverLocal: false,
      window: 2_000,
      answerReserve: 500,
      encoding: 'o200k_base',
      timeouts: { firstByteMs: 5_000, betweenChunksMs: 5_000, discoveryMs: 5_000 },
    },
    { limitsOf, clock, tokens },
  )
  const deps = {
    models,
    tokens,
    clock,
    ids: { next: () => randomUUID() },
    runs: { assertOpen: () => undefined },
    openCalls,
    limits: {
      async admit(who: string) {
        if (who === 'greedy') throw new AppError('rate_limited', 'Too much.')
      },
      spent: async (_: string, count: number | (() => Promise<number>)) =>
        void spent.push(typeof count === 'number' ? count : await count()),
    },
    onBegin: (id: string) => begun.push(id),
  }
  const body = { model: 'fake-large', messages: [{ role: 'user', content: 'Hi' }], ...fields }
  return passThrough(deps, completionRequest.parse(body), { left, who })
}

async function read(fields: object) {
  const { events, ...completion } = await begin(fields)
  const all: CompletionEvent[] = []
  for await (const event of events) all.push(event)
  const text = all.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { ...completion, text, end: all.findLast((event) => event.type === 'end') }
}

const asked = () => upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))

test.each([
  ['fake-large', 'compatible/fake-large'],
  ['compatible/fake-large', 'compatible/fake-large'],
  ['family/fake-small', 'compatible/family/fake-small'],
  ['builtin', 'builtin'],
])('the model %s is %s', async (name, id) => {
  expect((await read({ model: name })).model).toBe(id)
})

test('a model that nobody has is unknown', async () => {
  await expect(begin({ model: 'gpt-99' })).rejects.toMatchObject({ code: 'unknown_model' })
})

test('the messages go out as they came', async () => {
  const messages = [
    { role: 'user', content: 'One' },
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ]
  const { text, id } = await read({ messages, temperature: 0.1, max_tokens: 9, stop: 'END' })
  expect(text).toContain('Three')
  expect(asked()[0]?.body).toMatchObject({ messages, temperature: 0.1, max_tokens: 9, stop: ['END'] })
  expect(begun).toContain(id)
})

test('who has had too much is refused before the model is asked', async () => {
  await expect(begin({}, { who: 'greedy' })).rejects.toMatchObject({ code: 'rate_limited' })
  expect(asked()).toEqual([])
})

test('usage is that of the provider', async () => {
  upstream.script({ usage: { input: 21, cachedInput: 8, output: 5, reasoning: 2 } })
  expect((await read({})).end?.usage).toEqual({ input: 21, cachedInput: 8, output: 5, reasoning: 2 })
  expect(spent.at(-1)).toBe(26)
})

test('usage is our own count where the provider gives none', async () => {
  const { end, text } = await read({
    messages: [{ role: 'user', content: '[[say]] one STOP two' }],
    model: 'builtin',
    stop: ['no AI'],
  })
  expect(end?.usage.output).toBe(countTokens(text, 'o200k_base'))
  expect(end?.usage.input).toBe(countTokens('[[say]] one STOP two', 'o200k_base') + 5 + 3)
})

test('what does not fit is refused before the model is asked, with tools counted', async () => {
  const long = (words: number) => [{ role: 'user', content: 'word '.repeat(words) }]
  const tool = { type: 'function', function: { name: 'f', description: 'word '.repeat(600) } }
  await expect(begin({ messages: long(1_600) })).rejects.toMatchObject({
    code: 'context_too_large',
    details: { limit: 1_500 },
  })
  await expect(begin({ messages: long(1_000), tools: [tool] })).rejects.toMatchObject({
    code: 'context_too_large',
  })
  await expect(begin({ messages: long(1_400), max_tokens: 700 })).rejects.toMatchObject({
    details: { limit: 1_300 },
  })
  expect(asked()).toEqual([])
  expect((await read({ messages: long(1_000) })).text).not.toBe('')
})

test('hanging up cancels the call', async () => {
  const left = new AbortController()
  const { events } = await begin(
    { messages: [{ role: 'user', content: '[[words 9]] [[hold 2]]' }] },
    { left: left.signal },
  )
  const reading = (async () => {
    for await (const _ of events);
  })()
  const call = await upstream.waitFor(({ held }) => held)
  left.abort()
  await expect(reading).rejects.toThrow()
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect(spent.at(-1)).toBeGreaterThan(countTokens('[[words 9]] [[hold 2]]', 'o200k_base'))
})

test('hanging up before the first word costs what was sent', async () => {
  const left = new AbortController()
  const { events } = await begin(
    { messages: [{ role: 'user', content: '[[hold 0]] one two three' }] },
    { left: left.signal },
  )
  const reading = events.next()
  await upstream.waitFor(({ held }) => held)
  const before = spent.length
  left.abort()
  await expect(reading).rejects.toThrow()
  expect(spent.slice(before)).toEqual([countTokens('[[hold 0]] one two three', 'o200k_base') + 5 + 3])
})

test('a call that the server refused costs nothing', async () => {
  const before = spent.length
  const { events } = await begin({ messages: [{ role: 'user', content: '[[status 401]]' }] })
  await expect(events.next()).rejects.toThrow()
  expect(spent).toHaveLength(before)
})

test.each([{ status: 500 }, { errorAfter: 2 }, { dieAfter: 2 }, { cutAfter: 2 }])(
  'a failure does not say that anything is kept: %o',
  async (behaviour) => {
    // A server that fails is asked once more.
    upstream.script(behaviour, behaviour)
    const failure = await read({}).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(AppError)
    expect(String(failure)).not.toContain('kept')
  },
)

test('the end of the process cancels the call, and says so', async () => {
  const openCalls = createOpenCalls()
  const { events } = await begin(
    { messages: [{ role: 'user', content: '[[words 9]] [[hold 3]]' }] },
    { openCalls },
  )
  const read = (async () => {
    for await (const _ of events);
  })()
  const call = await upstream.waitFor(({ held }) => held)
  await openCalls.shutdown(0)
  await expect(read).rejects.toMatchObject({ code: 'shutting_down' })
  await upstream.waitFor((request) => request === call && request.closedEarly)
})

test('the end of the process waits for an answer, and no longer than it takes', async () => {
  const openCalls = createOpenCalls()
  const { events } = await begin(
    { messages: [{ role: 'user', content: '[[words 9]] [[hold 3]]' }] },
    { openCalls },
  )
  const read = (async () => {
    let last: CompletionEvent | undefined
    for await (const event of events) last = event
    return last
  })()
  await upstream.waitFor(({ held }) => held)
  const shutdown = openCalls.shutdown(60_000)
  upstream.release()
  expect(await read).toMatchObject({ type: 'end' })
  await shutdown
})
