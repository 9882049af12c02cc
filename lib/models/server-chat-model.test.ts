import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../e2e/fake-upstream/start.ts'
import type { ChatModel } from '../ports/chat-models.ts'
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

const KEY = 'sk-test-0123456789abcdef'

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream()
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

async function modelOf(
  config: Partial<ChatModelsConfig>,
  pause = countedPause().pause,
  id = 'openai/gpt-5-mini',
): Promise<ChatModel> {
  return createChatModels(
    { ...CONFIG, ...config },
    { limitsOf, clock: standingClock(), tokens, pause },
  ).resolve(id)
}

const KINDS = {
  openai: {
    path: '/v1/responses',
    model: (config: Partial<ChatModelsConfig> = {}, pause = countedPause().pause) => {
      upstream.list({ models: ['gpt-5-mini'] })
      return modelOf({ openaiApiKey: KEY, openaiUrl: `${upstream.url}/v1`, ...config }, pause)
    },
  },
  compatible: {
    path: '/v1/chat/completions',
    model: (config: Partial<ChatModelsConfig> = {}, pause = countedPause().pause) =>
      modelOf(
        { openaiApiKey: KEY, openaiBaseUrl: `${upstream.url}/v1`, ...config },
        pause,
        'compatible/fake-large',
      ),
  },
} as const

/** The requests for an answer, without the listings. */
const asked = () => upstream.requests.filter(({ path }) => !path.endsWith('/models'))

describe.each(Object.entries(KINDS))('%s', (kind, { path, model }) => {
  test('streams the answer and ends with the usage', async () => {
    upstream.script({
      text: 'One two three.',
      usage: { input: 21, cachedInput: 8, output: 5, reasoning: 2 },
    })
    const { events, text } = await collect(await model(), say('Count.'))
    expect(text).toBe('One two three.')
    expect(events.at(-1)).toEqual({
      type: 'end',
      usage: { input: 21, cachedInput: 8, output: 5, reasoning: 2 },
      reason: 'stop',
    })
    expect(asked()[0]).toMatchObject({ path, headers: { authorization: `Bearer ${KEY}` } })
  })

  test('Counting: cached tokens are a part of the input as it is told, and not added to it', async () => {
    upstream.script({ usage: { input: 21, cachedInput: 21, output: 5, reasoning: 0 } })
    const { end } = await collect(await model(), say('Count.'))
    expect(end?.usage).toMatchObject({ input: 21, cachedInput: 21 })
  })

  test('an address that ends with slashes is the same address', async () => {
    const url = `${upstream.url}/v1//`
    const { text } = await collect(
      await model({ openaiUrl: url, ...(kind === 'compatible' && { openaiBaseUrl: url }) }),
      say('[[say]] Found.'),
    )
    expect(text).toBe('Found.')
    expect(asked()[0]).toMatchObject({ path })
  })

  test('keeps reasoning apart from the text', async () => {
    const { text, reasoning } = await collect(await model(), say('[[reason first this]] [[say]] Then that.'))
    expect({ text, reasoning }).toEqual({ text: 'Then that.', reasoning: 'first this' })
  })

  test('says when the answer was cut at its length', async () => {
    const { end } = await collect(await model(), say('[[length]] Go on.'))
    expect(end).toMatchObject({ reason: 'length' })
  })

  test('an aborted signal cancels the request upstream and throws its reason', async () => {
    const stop = new AbortController()
    const reading = collect(await model(), say('[[hold 3]] Hello'), stop.signal)
    await upstream.waitFor((request) => request.held)
    const reason = new Error('stopped')
    stop.abort(reason)
    const { error } = await reading
    expect(error).toBe(reason)
    const gone = await upstream.waitFor((request) => request.sent === 3 && request.over)
    expect(gone.closedEarly).toBe(true)
  })

  test('what had come when it was stopped is given, also what was held back to be joined', async () => {
    const stop = new AbortController()
    let text = ''
    const reading = (async () => {
      const stream = (await model()).stream({ messages: say('[[words 9]] [[hold 4]]'), signal: stop.signal })
      for await (const event of stream) if (event.type === 'text') text += event.text
    })()
    await upstream.waitFor((request) => request.held)
    // What was sent before the answer to this has come before it.
    await fetch(`${upstream.url}/v1/models`)
    stop.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
    expect(text).toBe('word1 word2 word3 word4 ')
  })

  test('a reader that leaves cancels the request upstream', async () => {
    for await (const event of (await model()).stream({
      messages: say('[[hold 3]] Hello'),
      signal: new AbortController().signal,
    })) {
      if (event.type === 'text') break
    }
    const gone = await upstream.waitFor((request) => request.path === path && request.over)
    expect(gone.closedEarly).toBe(true)
  })

  test('asks nothing when the signal is aborted already', async () => {
    const reason = new Error('stopped')
    const { error } = await collect(await model(), say('Hello'), AbortSignal.abort(reason))
    expect(error).toBe(reason)
    expect(asked()).toEqual([])
  })

  test.each([401, 403])('%i: the key was not accepted', async (status) => {
    upstream.script({ status, message: `Incorrect API key provided: ${KEY}.` })
    const { failure } = await collect(await model(), say('Hello'))
    expect(failure).toMatchObject({ code: 'model_unauthorized', details: { status } })
    expect(failure?.message).toContain('OPENAI_API_KEY')
    expect(JSON.stringify(failure)).not.toContain(KEY)
    expect(asked()).toHaveLength(1)
  })

  test('429 with a long wait is told at once', async () => {
    const { pause, waits } = countedPause()
    upstream.script({ status: 429, retryAfter: '20', message: 'Slow down.' })
    const { failure } = await collect(await model({}, pause), say('Hello'))
    expect(failure).toMatchObject({
      code: 'model_rate_limited',
      details: { status: 429, retryAfterSeconds: 20 },
    })
    expect(failure?.message).toContain('Slow down. The conversation is kept. Try again in 20 seconds')
    expect(waits).toEqual([])
  })

  test('429 with a short wait is tried once more', async () => {
    const { pause, waits } = countedPause()
    upstream.script({ status: 429, retryAfter: '1' }, { text: 'Now.' })
    const { text, error } = await collect(await model({}, pause), say('Hello'))
    expect({ text, error, waits }).toEqual({ text: 'Now.', error: null, waits: [1_000] })
  })

  test('500 is tried once more, then told', async () => {
    const { pause, waits } = countedPause()
    upstream.script({ status: 500 }, { status: 503, message: 'Overloaded' }, { text: 'too late' })
    const { failure } = await collect(await model({}, pause), say('Hello'))
    expect(failure).toMatchObject({ code: 'model_failed', details: { status: 503 } })
    expect(failure?.message).toContain('Overloaded.')
    expect(waits).toEqual([500])
    expect(asked()).toHaveLength(2)
  })

  test('400 is told in the words of the server, shortened and without a key', async () => {
    upstream.script({
      status: 400,
      message: `This model's maximum context length is 10 tokens (${KEY}). ${'x'.repeat(400)}`,
    })
    const { failure } = await collect(await model(), say('Hello'))
    expect(failure?.code).toBe('model_refused')
    expect(failure?.message).toContain("This model's maximum context length is 10 tokens ([key]).")
    expect(failure?.message.length).toBeLessThan(480)
  })

  test('a socket that dies after some words leaves these and an incomplete answer', async () => {
    const { text, failure } = await collect(await model(), say('[[die 2]] Hello'))
    expect(text).toBe('You said ')
    expect(failure?.code).toBe('model_incomplete')
    expect(asked()).toHaveLength(1)
  })

  test('a stream without an end is incomplete', async () => {
    const { text, end, failure } = await collect(await model(), say('[[cut 2]] Hello'))
    expect({ text, end }).toEqual({ text: 'You said ', end: undefined })
    expect(failure?.code).toBe('model_incomplete')
  })

  test('an error inside the stream is told', async () => {
    upstream.script({ errorAfter: 2, message: 'The engine overheated' })
    const { text, failure } = await collect(await model(), say('Hello'))
    expect(text).toBe('You said ')
    expect(failure?.code).toBe('model_failed')
    expect(failure?.message).toContain(': The engine overheated.')
  })

  test.each([
    ['a sentence', { error: 'No credits left' }, 'model_failed', ': No credits left.'],
    [
      'a sentence and a status',
      { error: { message: 'Slow down', code: 429 } },
      'model_rate_limited',
      'Slow down',
    ],
    ['nothing to read', { error: { type: 'odd' } }, 'model_failed', 'failed while answering. '],
    ['a detail', { detail: 'Model is asleep' }, 'model_failed', ': Model is asleep.'],
  ])('an error with %s, inside the stream or in its place, is told by it', async (_, error, code, words) => {
    const json = JSON.stringify(error)
    upstream.script(
      { raw: { after: 2, text: `data: ${json}\n\n` } },
      { reply: { status: 200, type: 'application/json', body: json } },
    )
    for (const text of ['You said ', '']) {
      const answer = await collect(await model(), say('Hello'))
      expect(answer.text).toBe(text)
      expect(answer.failure?.code).toBe(code)
      expect(answer.failure?.message).toContain(words)
    }
  })

  test.each([
    ['data: {"choices":[{"del\n\n', 'within its answer that cannot be read. What'],
    ['data: <html>oh</html>\n\n', 'within its answer that cannot be read. What'],
    ['data: {"choices":7,"type":7}\n\n', 'within its answer that cannot be read. What'],
    ['data: engine overheated\n\n', 'within its answer that cannot be read: engine overheated. What'],
  ])(
    'what cannot be read inside the stream (%j) is said to be so, in no parser’s words',
    async (raw, words) => {
      upstream.script({ raw: { after: 2, text: raw } })
      const { text, failure } = await collect(await model(), say('Hello'))
      expect(text).toBe('You said ')
      expect(failure?.code).toBe('model_unreadable')
      expect(failure?.message).toContain(words)
      expect(failure?.message).not.toMatch(/JSON|pars|valid|token|type/i)
    },
  )

  test.each([
    [{ status: 200, type: 'application/json', body: '{"choices":[]}' }, 'JSON in one piece (200)'],
    [{ status: 200, type: 'text/event-stream', body: '{"id":1}' }, 'JSON in one piece (200)'],
    [{ status: 200, type: 'text/html', body: '<!doctype html><title>Log in</title>' }, 'a web page (200)'],
    [{ status: 204, body: '' }, 'nothing (204)'],
    [{ status: 200, body: '' }, 'nothing (200)'],
    [{ status: 200, type: 'text/plain', body: `Ask later, ${KEY}` }, '(200): Ask later, [key].'],
  ])('an answer that is no stream (%j) is said to be so, and what can be done', async (reply, words) => {
    upstream.script({ reply })
    const { text, failure } = await collect(await model(), say('Hello'))
    expect(text).toBe('')
    expect(failure).toMatchObject({ code: 'model_unreadable', details: { status: reply.status } })
    expect(failure?.message).toContain(` answered with `)
    expect(failure?.message).toContain(words)
    expect(failure?.message).toContain('The conversation is kept. Check ')
    expect(asked()).toHaveLength(1)
  })

  test('a refusal with an error in a form of its own is told by its sentence', async () => {
    upstream.script({
      reply: { status: 404, type: 'application/json', body: '{"error":"model \\"x\\" not found"}' },
    })
    const { failure } = await collect(await model(), say('Hello'))
    expect(failure?.code).toBe('model_refused')
    expect(failure?.message).toContain('(404): model "x" not found.')
  })

  test.each([0, 2])(
    'comments for longer than it may be silent, behind %i words, are signs of life and nothing else',
    async (after) => {
      upstream.script({ text: 'one two three', comments: { after, times: 12, everyMs: 100 } })
      const timeouts = { ...CONFIG.timeouts, firstByteMs: 700, betweenChunksMs: 700 }
      const { text, error } = await collect(await model({ timeouts }), say('Hello'))
      expect({ text, error }).toEqual({ text: 'one two three', error: null })
    },
  )

  test('silence behind comments is silence', async () => {
    upstream.script({ text: 'one two', comments: { after: 1, times: 2, everyMs: 10 }, silentAfter: 1 })
    const timeouts = { ...CONFIG.timeouts, firstByteMs: 250, betweenChunksMs: 250 }
    const { text, failure } = await collect(await model({ timeouts }), say('Hello'))
    expect(text).toBe('one ')
    expect(failure?.code).toBe('model_timeout')
  })

  test.each(['[[never]]', '[[headers]]'])(
    'one that says no word (%s) is given up, and cancelled',
    async (marker) => {
      const timeouts = { ...CONFIG.timeouts, firstByteMs: 60 }
      const { failure } = await collect(await model({ timeouts }), say(marker))
      expect(failure?.code).toBe('model_timeout')
      const gone = await upstream.waitFor((request) => request.path === path && request.over)
      expect(gone.closedEarly).toBe(true)
    },
  )

  test('one that falls silent is given up, with its words kept', async () => {
    const timeouts = { ...CONFIG.timeouts, betweenChunksMs: 250 }
    const { text, failure } = await collect(await model({ timeouts }), say('[[silent 2]] Hello'))
    expect(text).toBe('You said ')
    expect(failure?.code).toBe('model_timeout')
  })

  test('a failure of one stream is nobody else’s: nothing is left unhandled', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    for (const marker of ['[[status 401]]', '[[die 1]]', '[[cut 1]]', '[[error 1]]']) {
      await collect(await model(), say(`${marker} Hello`))
    }
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect({ kind, unhandled }).toEqual({ kind, unhandled: [] })
  })
})

describe('what is sent', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ] as const

  test('to OpenAI: texts alone, and nothing is stored there', async () => {
    await collect(await KINDS.openai.model(), messages)
    expect(asked()[0]?.body).toMatchObject({
      model: 'gpt-5-mini',
      store: false,
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'One' }] },
        { role: 'assistant', content: 'Two' },
        { role: 'user', content: [{ type: 'input_text', text: 'Three' }] },
      ],
    })
  })

  test('to a compatible server: the messages as they are, and the wish to know the usage', async () => {
    await collect(await KINDS.compatible.model(), messages)
    expect(asked()[0]?.body).toEqual({
      model: 'fake-large',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  test('to a server without a key: no authorization', async () => {
    await collect(await KINDS.compatible.model({ openaiApiKey: undefined }), messages)
    expect(asked()[0]?.headers.authorization).toBeUndefined()
  })
})

test('think tags in the text of a compatible server are reasoning', async () => {
  const { text, reasoning } = await collect(
    await KINDS.compatible.model(),
    say('[[think Let me see.]] [[say]] I see.'),
  )
  expect({ text, reasoning }).toEqual({ text: 'I see.', reasoning: 'Let me see.' })
})

test('a server that is not there is unreachable, in plain words', async () => {
  const model = await modelOf(
    { openaiBaseUrl: `${NOBODY}/v1`, openaiApiKey: KEY },
    countedPause().pause,
    'compatible/x',
  )
  const { failure } = await collect(model, say('Hello'))
  expect(failure).toEqual({
    code: 'model_unreachable',
    message:
      'The model server at 127.0.0.1:9 cannot be reached. The conversation is kept. ' +
      'Check that it runs and that OPENAI_BASE_URL is right, then try again; or choose another model.',
  })
})
