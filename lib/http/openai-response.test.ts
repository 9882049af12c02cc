import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { Completion, CompletionEvent } from '../schemas/completion.ts'
import { openaiResponse } from './openai-response.ts'

const USAGE = { input: 21, cachedInput: 8, output: 5, reasoning: null }
const END: CompletionEvent = { type: 'end', usage: USAGE, reason: 'stop' }
const HEAD = { id: 'chatcmpl-7', model: 'm', created: 1_780_000_000 }

async function* eventsOf(...events: (CompletionEvent | Error)[]): Completion['events'] {
  for (const event of events) {
    if (event instanceof Error) throw event
    yield event
  }
}

const completion = (events: Completion['events'], sessionId: string | null = null): Completion => ({
  id: '7',
  model: 'm',
  createdAt: new Date(HEAD.created * 1_000),
  sessionId,
  events,
})

const respond = (
  given: Completion,
  {
    stream = false,
    includeUsage = false,
    signal,
  }: { stream?: boolean; includeUsage?: boolean; signal?: AbortSignal } = {},
) =>
  openaiResponse(
    new Request('http://localhost/v1/chat/completions', signal ? { signal } : {}),
    async () => given,
    { stream, includeUsage },
  )

/** What stands behind every `data:`, read as JSON where it is some. */
async function dataOf(response: Response): Promise<unknown[]> {
  const lines = (await response.text()).split('\n\n').filter((line) => line.startsWith('data: '))
  return lines
    .map((line) => line.slice('data: '.length))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)))
}

const CALL: CompletionEvent = { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}' }
const CALLED = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }

test('whole: the text, why it ended, and the usage', async () => {
  const response = await respond(
    completion(
      eventsOf(
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'one ' },
        { type: 'text', text: 'two' },
        END,
      ),
    ),
  )
  expect(await response.json()).toEqual({
    ...HEAD,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'one two', refusal: null, reasoning_content: 'Hm.' },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 21,
      completion_tokens: 5,
      total_tokens: 26,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  })
})

test('whole: calls of tools, and no text', async () => {
  const response = await respond(completion(eventsOf(CALL, { ...END, reason: 'tool-calls' })))
  expect((await response.json()).choices[0]).toMatchObject({
    message: { content: null, tool_calls: [CALLED] },
    finish_reason: 'tool_calls',
  })
})

test('a stream: the role first, then the pieces, then why it ended', async () => {
  const events = eventsOf(
    { type: 'text', text: 'one' },
    CALL,
    { ...CALL, id: 'b' },
    { ...END, reason: 'length' },
  )
  const data = await dataOf(await respond(completion(events), { stream: true }))
  const choice = (delta: object, finish_reason: string | null = null) => ({
    ...HEAD,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  expect(data).toEqual([
    choice({ role: 'assistant', content: '' }),
    choice({ content: 'one' }),
    choice({ tool_calls: [{ index: 0, ...CALLED }] }),
    choice({ tool_calls: [{ index: 1, ...CALLED, id: 'b' }] }),
    choice({}, 'length'),
    '[DONE]',
  ])
})

test('a stream: usage comes last, without choices, where it was asked for', async () => {
  const data = await dataOf(await respond(completion(eventsOf(END)), { stream: true, includeUsage: true }))
  expect(data.at(-2)).toMatchObject({ choices: [], usage: { prompt_tokens: 21, total_tokens: 26 } })
  expect(data.slice(0, -2).map((each) => (each as { usage: unknown }).usage)).toEqual([null, null])
})

test('a failure before the first piece rejects, so that it has its status', async () => {
  const failed = new AppError('model_rate_limited', 'Too many.')
  await expect(respond(completion(eventsOf(failed)), { stream: true })).rejects.toBe(failed)
  await expect(respond(completion(eventsOf(failed)))).rejects.toBe(failed)
})

test('a failure behind it is told in the stream, which has no end then', async () => {
  const events = eventsOf({ type: 'text', text: 'one' }, new AppError('model_incomplete', 'It broke off.'))
  const data = await dataOf(await respond(completion(events), { stream: true }))
  expect(data.at(-1)).toEqual({
    error: { message: 'It broke off.', type: 'server_error', param: null, code: 'model_incomplete' },
  })
})

test('no proxy may compress or buffer it', async () => {
  const { headers } = await respond(completion(eventsOf(END)), { stream: true })
  expect(headers.get('cache-control')).toContain('no-transform')
  expect(headers.get('x-accel-buffering')).toBe('no')
})

test('the session is named in a header, whatever its name is', async () => {
  const named = async (name: string) =>
    (await respond(completion(eventsOf(END), name))).headers.get('x-session-id')
  expect(await named('user 7/chat')).toBe('user 7/chat')
  expect(await named('später')).toBe('sp%C3%A4ter')
})

test.each([false, true])(
  'one that hangs up aborts the signal, and is no failure (stream: %s)',
  async (stream) => {
    const hangUp = new AbortController()
    const request = new Request('http://localhost/', { signal: hangUp.signal })
    const begun = Promise.withResolvers<AbortSignal>()
    const responding = openaiResponse(
      request,
      async (left) => {
        begun.resolve(left)
        const gone = new Promise<never>((_, reject) =>
          left.addEventListener('abort', () => reject(left.reason)),
        )
        return completion(
          (async function* () {
            yield await gone
          })(),
        )
      },
      { stream, includeUsage: false },
    )
    const left = await begun.promise
    hangUp.abort()
    expect((await responding).status).toBe(499)
    expect(left.aborted).toBe(true)
  },
)

test('who stops reading a stream aborts the signal', async () => {
  let left: AbortSignal | undefined
  const response = await openaiResponse(
    new Request('http://localhost/'),
    async (signal) => {
      left = signal
      return completion(eventsOf({ type: 'text', text: 'one' }, { type: 'text', text: 'two' }, END))
    },
    { stream: true, includeUsage: false },
  )
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(left?.aborted).toBe(true)
})
