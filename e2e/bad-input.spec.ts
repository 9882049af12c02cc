import { clientId, post, readToEnd, say, send } from './support/api.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

async function refusal(
  response: Response,
): Promise<{ status: number; code: string; message: string; details?: Record<string, unknown> }> {
  const { error } = await response.json()
  return { status: response.status, ...error }
}

const message = (text: string) => ({
  action: 'send',
  sessionId: null,
  message: { clientId: clientId(), text },
})

test.describe('refused, and nothing stored', () => {
  test.afterEach(async ({ app, upstream }) => {
    const { sessions } = await (await fetch(`${app.url}/api/sessions`)).json()
    expect(sessions).toEqual([])
    expect(promptsOf(upstream.requests)).toEqual([])
  })

  for (const text of ['', ' ', '\n\t \u00a0'])
    test(`the blank message ${JSON.stringify(text)}`, async ({ app }) => {
      expect(await refusal(await post(`${app.url}/api/chat`, message(text)))).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
    })

  test('a body that is no JSON', async ({ app }) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${app.url}/api/chat`, { method: 'POST', headers, body: '{"action":' })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'invalid_json' })
  })

  test('a body that says it is text', async ({ app }) => {
    const headers = { 'content-type': 'text/plain' }
    const body = JSON.stringify(message('hello'))
    const response = await fetch(`${app.url}/api/chat`, { method: 'POST', headers, body })
    expect(await refusal(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test('a foreign Origin', async ({ app }) => {
    const response = await post(`${app.url}/api/chat`, message('hello'), { origin: 'https://evil.example' })
    expect(await refusal(response)).toMatchObject({ status: 403, code: 'foreign_origin' })
  })

  test('an unknown model: the known ones are named', async ({ app }) => {
    const error = await refusal(await send(app.url, 'hello', { model: 'nobody/knows' }))
    expect(error).toMatchObject({ status: 400, code: 'unknown_model' })
    expect(error.message).toContain('builtin')
  })

  test('a message that is longer than the window: both numbers are said', async ({ app }) => {
    const error = await refusal(await send(app.url, 'word '.repeat(200_000), { model: 'builtin' }))
    expect(error).toMatchObject({ status: 400, code: 'message_too_long' })
    const { tokens, limit } = error.details as { tokens: number; limit: number }
    expect(tokens).toBeGreaterThan(limit)
    expect(error.message).toContain(tokens.toLocaleString('en'))
    expect(error.message).toContain(limit.toLocaleString('en'))
  })
})

test('a foreign Host is refused, for pages and interfaces', async ({ app, request }) => {
  for (const path of ['/', '/api/sessions', '/api/models', '/settings', '/c/x.png', '/c/x.svg?_rsc=1']) {
    const response = await request.get(`${app.url}${path}`, { headers: { host: 'evil.example' } })
    expect(response.status(), path).toBe(403)
  }
})

test('no number or text that the database cannot hold is its failure', async ({ app }) => {
  const { sessionId } = await say(app.url, 'hello')
  const paths = [
    `/api/sessions/${sessionId}/messages?before=2147483648`,
    '/api/sessions?cursor=2026-01-01T00:00:00.000Z~%00',
    '/api/context/%00',
    '/api/runs/%00/events',
  ]
  for (const path of paths) expect((await fetch(`${app.url}${path}`)).status, path).toBeLessThan(500)
  const model = await send(app.url, 'hello', { model: 'compatible/\u0000' })
  expect(model.status).toBe(400)
})

test('no other page can take a response into itself', async ({ app }) => {
  for (const path of ['/', '/api/sessions', '/healthz']) {
    const { headers } = await fetch(`${app.url}${path}`)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
  }
})

test('an unknown session is not found, as a page and as an interface', async ({ app }) => {
  for (const id of ['unknown', 'unknown.png', '%00', '%25zz'])
    expect((await fetch(`${app.url}/c/${id}`)).status, id).toBe(404)
  for (const id of ['unknown', '%00', '%25zz'])
    expect(await refusal(await fetch(`${app.url}/api/sessions/${id}`)), id).toMatchObject({
      status: 404,
      code: 'session_not_found',
    })
  expect(await refusal(await send(app.url, 'hello', { sessionId: 'unknown' }))).toMatchObject({
    status: 404,
    code: 'session_not_found',
  })
})

test('NUL, lone surrogates and special tokens are text like any other', async ({ app, upstream }) => {
  const { sessionId } = await say(app.url, 'a\u0000b \ud800 <|endoftext|> <|im_start|>')
  const { messages } = await (await fetch(`${app.url}/api/sessions/${sessionId}`)).json()
  expect(messages[0].parts).toEqual([{ type: 'text', text: 'a\uFFFDb \uFFFD <|endoftext|> <|im_start|>' }])
  expect(promptsOf(upstream.requests)[0]?.[0]?.content).toContain('<|endoftext|> <|im_start|>')
})

test('100 KB of one letter is a message like any other', async ({ app }) => {
  const { last } = await say(app.url, 'a'.repeat(100_000), { model: 'builtin' })
  expect(last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
})

test('while 1 MB is counted, other requests are answered', async ({ app }) => {
  const answered: string[] = []
  const large = send(app.url, 'a'.repeat(1_000_000), { model: 'builtin' }).then(async (response) => {
    answered.push('large')
    return refusal(response)
  })
  const small = (async () => {
    for (let i = 0; i < 5; i++) expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    answered.push('small')
  })()
  const [error] = await Promise.all([large, small])
  expect(answered).toEqual(['small', 'large'])
  expect(error).toMatchObject({ status: 400, code: 'message_too_long' })
})

test('two sends at once: one is answered, the other is told who holds the session', async ({
  app,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'first')
  const first = await send(app.url, '[[hold 2]] second', { sessionId })
  const error = await refusal(await send(app.url, 'third', { sessionId }))
  expect(error).toMatchObject({ status: 409, code: 'session_busy', details: { runId: expect.any(String) } })
  await upstream.waitFor(({ held }) => held)
  upstream.release()
  expect((await readToEnd(first)).last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  const { messages } = await (await fetch(`${app.url}/api/sessions/${sessionId}`)).json()
  expect(messages.map((row: { role: string }) => row.role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
  ])
})

test('two first sends at the same instant into one session: exactly one is stored', async ({
  app,
  upstream,
}) => {
  const { sessionId } = await say(app.url, 'first')
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) => send(app.url, `[[hold 1]] racer ${i}`, { sessionId })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await upstream.waitFor(({ held }) => held)
  upstream.release()
  await Promise.all(responses.map((response) => response.text()))
  const { messages } = await (await fetch(`${app.url}/api/sessions/${sessionId}`)).json()
  expect(messages).toHaveLength(4)
})

test('the same client message id twice: one is stored, the second joins', async ({ app, upstream }) => {
  const id = clientId()
  const first = await send(app.url, '[[hold 3]] once only', { clientId: id })
  const second = await send(app.url, '[[hold 3]] once only', { clientId: id })
  await upstream.waitFor(({ held }) => held)
  upstream.release()
  const [one, two] = await Promise.all([readToEnd(first), readToEnd(second)])
  expect(two.text).toBe(one.text)
  expect(two.start?.runId).toBe(one.start?.runId)
  const again = await readToEnd(await send(app.url, '[[hold 3]] once only', { clientId: id }))
  expect(again.text).toBe(one.text)
  const { messages } = await (await fetch(`${app.url}/api/sessions/${one.start?.session.id}`)).json()
  expect(messages).toHaveLength(2)
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})
