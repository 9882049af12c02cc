import { post, remove, threadOf } from './support/api.ts'
import { HELD, words } from './support/held-answer.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { promptsOf } from './support/prompts.ts'
import { askStream, listSessions, readStream } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const DOORS = ['ask', 'ask_stream', 'code_assist'] as const

async function ask(
  base: string,
  query: string,
  { door = 'ask', headers = {}, user = null as string | null } = {},
) {
  const response = await post(`${base}/${door}`, { query, user }, headers)
  const cache = response.headers.get('x-cache')
  if (door === 'ask_stream') {
    const { sessionId, text, end } = await readStream(response)
    return { cache, sessionId: sessionId ?? '', text, usage: end?.usage }
  }
  const { reply, session_id, usage } = await response.json()
  return { cache, sessionId: String(session_id), text: String(reply), usage }
}

// Servers share what is cached, but each of them has answered before it is kept.
test.describe('the reply cache', { tag: ONE_PROCESS }, () => {
  for (const door of DOORS)
    test(`/${door}: an identical first message is answered again, in a new session, without a call`, async ({
      app,
      upstream,
    }) => {
      const query = '[[reason Hm.]] [[words 5]]'
      const first = await ask(app.url, query, { door })
      const again = await ask(app.url, query, { door })
      expect([first.cache, again.cache]).toEqual(['miss', 'hit'])
      expect(again.text).toBe(words(5))
      expect(again.usage).toEqual({
        input: 0,
        cached_input: 0,
        output: 0,
        reasoning: 0,
        from_reply_cache: true,
      })
      expect(again.sessionId).not.toBe(first.sessionId)
      const [then, now] = await Promise.all(
        [first, again].map(({ sessionId }) => threadOf(app.url, sessionId)),
      )
      expect(now?.messages.map(({ parts }) => parts)).toEqual(then?.messages.map(({ parts }) => parts))
      expect(promptsOf(upstream.requests)).toHaveLength(1)
      // Another door asks in its own way.
      const other = door === 'ask' ? 'ask_stream' : 'ask'
      expect((await ask(app.url, query, { door: other })).cache).toBe('miss')
    })

  test('no-cache passes it by, at every door', async ({ app, upstream }) => {
    const headers = { 'cache-control': 'no-cache' }
    for (const door of DOORS) {
      await ask(app.url, 'one', { door })
      expect((await ask(app.url, 'one', { door, headers })).cache, door).toBeNull()
      await ask(app.url, 'two', { door, headers })
      expect((await ask(app.url, 'two', { door })).cache, door).toBe('miss')
    }
    expect(promptsOf(upstream.requests)).toHaveLength(12)
  })

  test('fifty identical first messages at once make one call', async ({ app, upstream }) => {
    const asking = Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'ask' : 'ask_stream')).map((door) =>
        ask(app.url, HELD, { door }),
      ),
    )
    // Each door's own.
    const held = (count: number) => upstream.requests.filter((request) => request.held).length === count
    await expect.poll(() => held(2)).toBe(true)
    await expect.poll(async () => (await listSessions(app.url)).total_count).toBe(50)
    upstream.release()
    const all = await asking
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set([words(9)]))
    expect(all.filter(({ cache }) => cache === 'miss')).toHaveLength(2)
    expect(promptsOf(upstream.requests)).toHaveLength(2)
  })

  test('what is heard of a waiting stream is its session, and then the whole answer', async ({
    app,
    upstream,
  }) => {
    const first = askStream(app.url, { query: HELD })
    await upstream.waitFor(({ held }) => held)
    const second = await askStream(app.url, { query: HELD })
    expect(second.headers.get('x-cache')).toBe('wait')
    upstream.release()
    const { names, text } = await readStream(second)
    expect([names[0], names.at(-1)]).toEqual(['session', 'done'])
    expect(text).toBe(words(9))
    expect((await first).headers.get('x-cache')).toBe('miss')
  })

  test('a stream that is gone on with has no part in it', async ({ app }) => {
    const { events } = await readStream(await askStream(app.url, { query: 'one' }))
    const place = { 'last-event-id': events[0]?.id ?? '' }
    const rest = await askStream(app.url, { query: 'one' }, place)
    expect(rest.headers.has('x-cache')).toBe(false)
    await rest.body?.cancel()
  })

  test('users are kept apart, and a deleted session takes what it gave with it', async ({ app }) => {
    const { sessionId } = await ask(app.url, 'one', { user: 'ada' })
    expect((await ask(app.url, 'one', { user: 'bob' })).cache).toBe('miss')
    expect((await ask(app.url, 'one', { user: 'ada' })).cache).toBe('hit')
    await remove(`${app.url}/api/sessions/${sessionId}`)
    expect((await ask(app.url, 'one', { user: 'ada' })).cache).toBe('miss')
    expect((await ask(app.url, 'one', { user: 'bob' })).cache).toBe('hit')
  })

  test('it outlives the server, for as long as is set, or is off', async ({ launch }) => {
    const first = await launch()
    await ask(first.url, 'one')
    await first.stop()
    const second = await launch()
    expect((await ask(second.url, 'one')).cache).toBe('hit')
    const off = await launch({ REPLY_CACHE_SECONDS: '0' })
    expect((await ask(off.url, 'one')).cache).toBeNull()
  })

  test('an answer whose server is killed is asked for anew', async ({ launch, upstream }) => {
    const first = await launch()
    const asking = ask(first.url, HELD).catch(() => 'cut')
    await upstream.waitFor(({ held }) => held)
    await first.stop('SIGKILL')
    expect(await asking).toBe('cut')
    const second = await launch()
    const again = ask(second.url, HELD)
    await upstream.waitFor(({ held }) => held)
    upstream.release()
    expect(await again).toMatchObject({ cache: 'miss', text: words(9) })
  })
})
