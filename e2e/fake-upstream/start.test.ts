import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { titlePrompt } from '../../lib/chat/title-prompt.ts'
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

/** As the server asks for a title of a conversation that began so. */
const askForTitle = async (question: string) =>
  contentOf(
    await (
      await fetch(`${upstream.url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ stream: true, messages: titlePrompt(question, 'An answer.') }),
      })
    ).text(),
  )

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

describe('a title', () => {
  test('is what the conversation says of it, and nothing where it says nothing', async () => {
    expect(await askForTitle('[[hold 0]] [[words 3]] hello')).toBe('')
    expect(await askForTitle('[[title Boats at night]] hello')).toBe('Boats at night')
    expect(await askForTitle('[[title thought Boats]]')).toBe('<think>Boats, then.</think>\n\nBoats')
    expect(await askForTitle('[[title lines]]')).toBe('Sailing\nAt night')
  })

  test('stands in a log of its own and takes no script of an answer', async () => {
    upstream.script({ text: 'for an answer' })
    upstream.scriptTitles({ text: 'for a title' })
    expect(await askForTitle('hello')).toBe('for a title')
    expect(upstream.requests).toEqual([])
    expect(upstream.titles.requests).toHaveLength(1)
    expect(contentOf(await (await ask('hello')).text())).toBe('for an answer')
    expect(upstream.titles.requests).toHaveLength(1)
  })

  test('waits to be released', async () => {
    const asked = askForTitle('[[title hold Boats]]')
    await upstream.titles.waitFor(({ held }) => held)
    upstream.release()
    expect(await asked).toBe('Boats')
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
