import fc from 'fast-check'
import { textOf as wordsOf } from '../lib/schemas/message.ts'
import { post, threadOf } from './support/api.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

const complete = (base: string, text: string, fields: object = {}, headers: Record<string, string> = {}) =>
  post(
    `${base}/v1/chat/completions`,
    { model: 'fake-large', messages: [{ role: 'user', content: text }], ...fields },
    headers,
  )

const json = async (response: Response) => ({ status: response.status, body: await response.json() })

/** What stands behind every `data:` of a stream. */
async function dataOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(200)
  return (await response.text())
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))
}

const textOf = (data: readonly string[]) =>
  data
    .filter((each) => each !== '[DONE]')
    .map((each) => JSON.parse(each).choices?.[0]?.delta?.content ?? '')
    .join('')

test.describe('without a session', () => {
  test.afterEach(async ({ app }) => {
    const { sessions } = await (await fetch(`${app.url}/api/sessions`)).json()
    expect(sessions).toEqual([])
  })

  test('an answer, whole', async ({ app, upstream }) => {
    upstream.script({ text: 'All is well.', usage: { input: 9, cachedInput: 4, output: 3, reasoning: 1 } })
    const { body, status } = await json(await complete(app.url, 'How is it?'))
    expect({ body, status }).toMatchObject({
      status: 200,
      body: {
        object: 'chat.completion',
        model: 'compatible/fake-large',
        choices: [{ message: { role: 'assistant', content: 'All is well.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
      },
    })
    expect(promptsOf(upstream.requests)).toEqual([[{ role: 'user', content: 'How is it?' }]])
  })

  test('an answer, as a stream with its usage', async ({ app, upstream }) => {
    upstream.script({ text: 'All is well.', usage: { input: 9, cachedInput: 4, output: 3, reasoning: 1 } })
    const data = await dataOf(
      await complete(app.url, 'How?', { stream: true, stream_options: { include_usage: true } }),
    )
    expect(textOf(data)).toBe('All is well.')
    expect(data.at(-1)).toBe('[DONE]')
    expect(JSON.parse(data.at(-2) ?? '')).toMatchObject({ choices: [], usage: { total_tokens: 12 } })
  })

  test('tools pass through, and so do their results', async ({ app, upstream }) => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
    const text = '[[tool weather {"city":"Turin"}]]'
    const { body } = await json(await complete(app.url, text, { tools, tool_choice: 'auto' }))
    const [{ message, finish_reason }] = body.choices
    expect(finish_reason).toBe('tool_calls')
    expect(message).toMatchObject({
      content: null,
      tool_calls: [{ type: 'function', function: { name: 'weather', arguments: '{"city":"Turin"}' } }],
    })
    const messages = [
      { role: 'user', content: text },
      message,
      { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'Rain.' },
    ]
    const second = await json(await complete(app.url, '', { messages, tools }))
    expect(second.body.choices[0].message.content).toBe('The tool gave "Rain.".')
    expect(upstream.requests.at(-1)?.body).toMatchObject({ tools, messages: [{}, {}, { content: 'Rain.' }] })
  })

  test('the models that can be asked, and each id can be sent back', async ({ app }) => {
    const { body } = await json(await fetch(`${app.url}/v1/models`))
    const ids: string[] = body.data.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(['compatible/fake-large', 'compatible/fake-small', 'builtin'])
    for (const model of ids) expect((await complete(app.url, 'Hi', { model })).status).toBe(200)
  })

  const refusals = [
    {
      what: 'an unknown model',
      fields: { model: 'gpt-99' },
      status: 404,
      code: 'model_not_found',
      param: 'model',
    },
    { what: 'several answers', fields: { n: 3 }, status: 400, code: 'invalid_request', param: 'n' },
    {
      what: 'JSON as the format',
      fields: { response_format: { type: 'json_object' } },
      status: 400,
      code: 'invalid_request',
      param: 'response_format.type',
    },
    {
      what: 'a picture',
      fields: { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      status: 400,
      code: 'invalid_request',
      param: 'messages[0].content[0].type',
    },
    {
      what: 'more than fits',
      fields: { model: 'builtin', messages: [{ role: 'user', content: 'word '.repeat(40_000) }] },
      status: 400,
      code: 'context_length_exceeded',
      param: 'messages',
    },
  ]
  for (const { what, fields, status, code, param } of refusals)
    test(`${what} is refused as OpenAI does, and the model is not asked`, async ({ app, upstream }) => {
      const refused = await json(await complete(app.url, 'Hi', fields))
      expect(refused).toMatchObject({
        status,
        body: { error: { code, param, type: 'invalid_request_error' } },
      })
      expect(promptsOf(upstream.requests)).toEqual([])
    })

  test('a body that is no JSON, and another page, are refused in that shape too', async ({ app }) => {
    const url = `${app.url}/v1/chat/completions`
    const headers = { 'content-type': 'application/json' }
    const broken = await json(await fetch(url, { method: 'POST', headers, body: '{"model":' }))
    expect(broken).toMatchObject({ status: 400, body: { error: { code: 'invalid_json', param: null } } })
    const foreign = await json(await complete(app.url, 'Hi', {}, { origin: 'https://evil.example' }))
    expect(foreign).toMatchObject({ status: 403, body: { error: { type: 'permission_error' } } })
  })

  for (const stream of [false, true]) {
    test(`a failure before the first word has its status (stream: ${stream})`, async ({ app }) => {
      const response = await complete(app.url, '[[status 429 7]]', { stream })
      expect(response.headers.get('retry-after')).toBe('7')
      expect(await json(response)).toMatchObject({
        status: 429,
        body: { error: { code: 'rate_limit_exceeded' } },
      })
    })

    test(`hanging up cancels the call upstream (stream: ${stream})`, async ({ app, upstream }) => {
      const hangUp = new AbortController()
      const body = {
        model: 'fake-large',
        stream,
        messages: [{ role: 'user', content: '[[words 9]] [[hold 3]]' }],
      }
      const asking = fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: hangUp.signal,
      }).then((response) => response.text())
      const call = await upstream.waitFor(({ held }) => held)
      hangUp.abort()
      await expect(asking).rejects.toThrow()
      await upstream.waitFor((request) => request === call && request.closedEarly)
    })
  }

  test('hanging up before the first word cancels the call upstream', async ({ app, upstream }) => {
    const hangUp = new AbortController()
    const asking = fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'fake-large',
        stream: true,
        messages: [{ role: 'user', content: '[[hold 0]] x' }],
      }),
      signal: hangUp.signal,
    })
    const call = await upstream.waitFor(({ held }) => held)
    hangUp.abort()
    await expect(asking).rejects.toThrow()
    await upstream.waitFor((request) => request === call && request.closedEarly)
    expect(app.output()).not.toContain('for a reason that it does not know')
  })

  test('an answer that breaks off is an error in the stream, without its end', async ({ app }) => {
    const data = await dataOf(await complete(app.url, '[[words 9]] [[die 4]]', { stream: true }))
    expect(textOf(data)).toBe('word1 word2 word3 word4 ')
    expect(JSON.parse(data.at(-1) ?? '')).toMatchObject({ error: { code: 'model_incomplete' } })
  })
})

test('whatever a body holds, it is refused or answered, and never a failure of the server', async ({
  app,
}) => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('', '\u0000', '\ud800'))
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text)
  const message = fc.record(
    {
      role: fc.oneof(fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool'), odd),
      content: fc.oneof(
        text,
        odd,
        fc.array(fc.record({ type: fc.constantFrom('text', 'image_url'), text: odd })),
      ),
      tool_calls: odd,
      tool_call_id: odd,
    },
    { requiredKeys: ['role'] },
  )
  const body = fc.record(
    {
      model: fc.oneof(fc.constant('builtin'), odd),
      messages: fc.oneof(fc.array(message, { maxLength: 4 }), odd),
      stream: odd,
      temperature: odd,
      max_tokens: fc.oneof(fc.constant(1), odd),
      stop: odd,
      tools: odd,
      tool_choice: odd,
      user: odd,
      n: odd,
      metadata: fc.oneof(fc.record({ session_id: text }), odd),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(body, async (given) => {
      const response = await post(`${app.url}/v1/chat/completions`, given)
      const said = await response.text()
      expect(response.status, `${JSON.stringify(given)}: ${said}`).toBeLessThan(500)
      if (!response.ok) expect(JSON.parse(said).error).toMatchObject({ message: expect.any(String) })
    }),
    { numRuns: 300 },
  )
})

test.describe('with a session', () => {
  // Each test has a name of its own: those of deleted ones are free only when nobody can bring them back.
  let customers = 0
  let name = ''
  let session: Record<string, string> = {}
  test.beforeEach(() => {
    name = `customer ${++customers}`
    session = { 'x-session-id': name }
  })

  const pathOf = async (base: string) =>
    (await threadOf(base, encodeURIComponent(name))).messages.map(
      (message) => `${message.role}: ${wordsOf(message)}`,
    )

  test('its memory stands before what the client sends, by header or by metadata', async ({
    app,
    upstream,
  }) => {
    upstream.script({ text: 'Noted.' }, { text: 'In Turin.' })
    const first = await complete(app.url, 'Ada lives in Turin.', { stream: true }, session)
    expect(first.headers.get('x-session-id')).toBe(name)
    expect(textOf(await dataOf(first))).toBe('Noted.')
    const metadata = { session_id: name }
    const second = await json(await complete(app.url, 'Where does Ada live?', { metadata }))
    expect(second.body.choices[0].message.content).toBe('In Turin.')
    expect(promptsOf(upstream.requests)[1]).toEqual([
      { role: 'user', content: 'Ada lives in Turin.' },
      { role: 'assistant', content: 'Noted.' },
      { role: 'user', content: 'Where does Ada live?' },
    ])
    const { sessions } = await (await fetch(`${app.url}/api/sessions?source=interface`)).json()
    expect(sessions).toMatchObject([{ id: name, source: 'interface', title: 'Ada lives in Turin.' }])
  })

  test('one that hangs up loses nothing', async ({ app, upstream }) => {
    const hangUp = new AbortController()
    const asking = fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...session },
      body: JSON.stringify({
        model: 'fake-large',
        messages: [{ role: 'user', content: '[[words 5]] [[hold 2]]' }],
      }),
      signal: hangUp.signal,
    })
    const call = await upstream.waitFor(({ held }) => held)
    hangUp.abort()
    await expect(asking).rejects.toThrow()
    upstream.release()
    await upstream.waitFor((request) => request === call && request.over)
    expect(call.closedEarly).toBe(false)
    await expect
      .poll(() => pathOf(app.url))
      .toEqual(['user: [[words 5]] [[hold 2]]', 'assistant: word1 word2 word3 word4 word5'])
  })

  test('of two at once that begin it one is told that it is busy', async ({ app, upstream }) => {
    const asked = [1, 2].map((each) => complete(app.url, `[[hold 1]] ${each}`, {}, session))
    await upstream.waitFor(({ held }) => held)
    const refused = await Promise.race(asked)
    expect(await json(refused)).toMatchObject({ status: 409, body: { error: { code: 'session_busy' } } })
    upstream.release()
    expect((await Promise.all(asked)).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await pathOf(app.url)).toHaveLength(2)
  })

  test('a conversation that was cleared is not known any more', async ({ app, upstream }) => {
    upstream.script({ text: 'Noted.' })
    await complete(app.url, 'My secret is 42.', {}, session)
    await post(`${app.url}/api/sessions/${encodeURIComponent(name)}/clear`, {})
    await complete(app.url, 'What is my secret?', {}, session)
    expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'What is my secret?' }])
  })

  test('the same request once more is one turn', async ({ app, upstream }) => {
    const headers = { ...session, 'idempotency-key': 'request 1' }
    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await json(await complete(app.url, 'Hello', {}, headers))).body),
    )
    const [first, ...others] = answers.map((body) => body.choices?.[0].message.content ?? body.error.code)
    expect(others).toEqual([first, first])
    expect(promptsOf(upstream.requests)).toHaveLength(1)
  })

  const refusals = [
    {
      what: 'the result of no call',
      fields: { messages: [{ role: 'tool', tool_call_id: 'c', content: 'Rain.' }] },
      param: 'messages',
    },
    {
      what: 'an answer as the last message',
      fields: { messages: [{ role: 'assistant', content: 'Hm' }] },
      param: 'messages[0]',
    },
    {
      what: 'an empty message',
      fields: { messages: [{ role: 'user', content: ' ' }] },
      param: 'messages[0]',
    },
  ]
  for (const { what, fields, param } of refusals)
    test(`${what}: refused by name, and no session is made`, async ({ app }) => {
      const refused = await json(await complete(app.url, 'Hi', fields, session))
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', param } } })
      const { sessions } = await (await fetch(`${app.url}/api/sessions`)).json()
      expect(sessions).toEqual([])
    })
})
