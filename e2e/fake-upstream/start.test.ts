import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './start.ts'

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream()
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

const ask = (
  content: string,
  { path = '/v1/chat/completions', signal }: { path?: string; signal?: AbortSignal } = {},
) =>
  fetch(upstream.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'fake-large',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content }],
    }),
    ...(signal ? { signal } : {}),
  })

const control = (path: string, body: object = {}) =>
  fetch(upstream.url + path, { method: 'POST', body: JSON.stringify(body) })

/** The words in a stream of Chat Completions. */
const contentOf = (stream: string) =>
  [...stream.matchAll(/^data: (\{.*\})$/gm)]
    .map(([, data = '']) => JSON.parse(data).choices?.[0]?.delta?.content ?? '')
    .join('')

describe('an answer', () => {
  test('echoes the message and says how many came', async () => {
    const stream = await (await ask('Good morning')).text()
    expect(contentOf(stream)).toBe('You said "Good morning" and I was sent 1 message in all.')
    expect(stream).toContain('"finish_reason":"stop"')
    expect(stream).toContain('"prompt_tokens":10')
    expect(stream.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  test('is what was scripted, once', async () => {
    upstream.script({ text: 'As scripted.' })
    expect(contentOf(await (await ask('one')).text())).toBe('As scripted.')
    expect(contentOf(await (await ask('two')).text())).toContain('You said "two"')
  })

  test('comes in one piece for a request that does not stream', async () => {
    const response = await control('/v1/chat/completions', {
      model: 'm',
      messages: [{ role: 'user', content: '[[say]] All *at once*.' }],
    })
    expect((await response.json()).choices[0].message.content).toBe('All *at once*.')
  })

  test('waits where it is held until it is released', async () => {
    const response = await ask('[[hold 2]] hello')
    const held = await upstream.waitFor((request) => request.held)
    expect(held.sent).toBe(2)
    await control('/__release')
    expect(contentOf(await response.text())).toBe('You said "hello" and I was sent 1 message in all.')
  })

  test('can end without its finish, or die', async () => {
    const cut = await (await ask('[[cut 2]] hello')).text()
    expect(contentOf(cut)).toBe('You said ')
    expect(cut).not.toContain('[DONE]')
    await expect((await ask('[[die 2]] hello')).text()).rejects.toThrow()
    expect(upstream.requests[1]).toMatchObject({ over: true, closedEarly: false, sent: 2 })
  })

  test('knows that its reader went', async () => {
    const leaving = new AbortController()
    await ask('[[hold 1]] hello', { signal: leaving.signal })
    await upstream.waitFor((request) => request.held)
    leaving.abort()
    const gone = await upstream.waitFor((request) => request.over)
    expect(gone.closedEarly).toBe(true)
  })

  test('is refused with the status and header of the marker', async () => {
    const response = await ask('[[status 429 7]]')
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
  })
})

describe('the control paths', () => {
  test('script, list and log for another process', async () => {
    await control('/__script', { behaviours: [{ text: 'From outside.' }], models: ['other'] })
    expect(contentOf(await (await ask('hello')).text())).toBe('From outside.')
    const listed = await (await fetch(`${upstream.url}/v1/models`)).json()
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual(['other'])
    const { requests } = await (await fetch(`${upstream.url}/__log`)).json()
    expect(requests.map(({ path }: { path: string }) => path)).toEqual(['/v1/chat/completions', '/v1/models'])
    expect(requests[0].body.messages).toEqual([{ role: 'user', content: 'hello' }])
  })

  test('reset forgets, and ends what is open', async () => {
    upstream.script({ text: 'never used' })
    const response = await ask('[[hold 0]]')
    expect(contentOf(await response.text())).toBe('never used')
    const open = await ask('[[hold 0]]')
    await control('/__reset')
    await expect(open.text()).rejects.toThrow()
    expect(upstream.requests).toEqual([])
  })
})
