import { post, say, setSettings, threadOf } from './support/api.ts'
import { HELD, words } from './support/held-answer.ts'
import { promptsOf } from './support/prompts.ts'
import { jsonPost, rawConnection } from './support/raw-connection.ts'
import {
  ask,
  askStream,
  codeAssist,
  getHistory,
  listSessions,
  readStream,
  streamEvents,
  textOf,
} from './support/rest.ts'
import { expect, test } from './support/test.ts'

const SYSTEM = 'You are a helpful assistant.'

async function refusal(response: Response) {
  const { error } = await response.json()
  return { status: response.status, ...error }
}

test.describe('/ask', () => {
  test('three turns of one session: the third knows the first', async ({ app, upstream }) => {
    const first = await ask(app.url, { query: 'My dog is called Rex.' })
    const { session_id } = first
    expect(first).toMatchObject({ warnings: [], context: { messages_sent: 1, left_out: [] } })
    await ask(app.url, { query: 'It is brown.', session_id })
    const third = await ask(app.url, { query: 'What is its name?', session_id })
    expect(third).toMatchObject({ session_id, context: { messages_sent: 5 } })
    const sent = promptsOf(upstream.requests)[2]?.map(({ content }) => content)
    expect(sent?.[0]).toBe(SYSTEM)
    expect(sent?.[1]).toBe('My dog is called Rex.')
    expect(sent?.at(-1)).toBe('What is its name?')
  })

  test('an unknown session is a new one, and a warning says so', async ({ app }) => {
    const { session_id, warnings } = await ask(app.url, { query: 'hello', session_id: 'nowhere' })
    expect(session_id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(warnings).toHaveLength(1)
  })

  test('nothing of metadata that is not known reaches the upstream', async ({ app, upstream }) => {
    const metadata = { skill: 'beginner', emotion: 'zorched', zorch: { zorch: 'zorch' } }
    const { warnings } = await ask(app.url, { query: 'hello', metadata })
    expect(warnings).toEqual([
      'metadata: emotion "zorched" is not known and had no effect.',
      'metadata: "zorch" is not known and had no effect.',
    ])
    const received = JSON.stringify(upstream.requests)
    expect(received).toContain('The user is new to the subject')
    expect(received).not.toContain('zorch')
  })

  test('a client that hangs up in the middle loses nothing: with its key it gets the answer', async ({
    app,
    upstream,
  }) => {
    const headers = { 'idempotency-key': 'once' }
    const client = await rawConnection(app.url)
    await client.send(jsonPost(`${app.url}/ask`, { query: HELD }, headers))
    const call = await upstream.waitFor(({ held }) => held)
    client.leave()
    upstream.release()
    await upstream.waitFor((each) => each === call && each.over)
    expect(call.closedEarly).toBe(false)

    const { sessions } = await listSessions(app.url)
    const id = sessions[0]?.session_id ?? ''
    await expect.poll(async () => (await threadOf(app.url, id)).messages[1]?.status).toBe('complete')
    expect(await ask(app.url, { query: HELD }, headers)).toMatchObject({ reply: words(9), session_id: id })
    expect(promptsOf(upstream.requests)).toHaveLength(1)
  })

  test('an answer that failed has the status of its code, and names the session that keeps the question', async ({
    app,
  }) => {
    const error = await refusal(await post(`${app.url}/ask`, { query: '[[status 401]]' }))
    expect(error).toMatchObject({ status: 502, code: 'model_unauthorized' })
    const { session_id } = error.details
    expect((await getHistory(app.url, { session_id })).messages).toEqual([
      { role: 'system', content: SYSTEM },
      { role: 'user', content: '[[status 401]]' },
    ])
  })

  test('one that was cut off is given as far as it came, with a warning', async ({ app }) => {
    const { reply, warnings } = await ask(app.url, { query: '[[words 9]] [[cut 3]]' })
    expect(reply).toBe('word1 word2 word3 ')
    expect(warnings).toHaveLength(1)
  })

  test('a session that is being answered is busy: who waits is told which', async ({ app, upstream }) => {
    const { session_id } = await ask(app.url, { query: 'hello' })
    const first = ask(app.url, { query: HELD, session_id })
    await upstream.waitFor(({ held }) => held)
    expect(await refusal(await post(`${app.url}/ask`, { query: 'and?', session_id }))).toMatchObject({
      status: 409,
      code: 'session_busy',
      details: { session_id },
    })
    upstream.release()
    expect((await first).reply).toBe(words(9))
  })

  test('what is no request is refused, and nothing is stored', async ({ app, upstream }) => {
    const bodies = [
      {},
      { query: '' },
      { query: ' \n' },
      { query: 1 },
      { query: 'a', sessionId: 'x' },
      { query: 'a', session_id: '' },
      { query: 'a', user: 5 },
      { query: 'a', metadata: 'x' },
      [],
      null,
    ]
    for (const path of ['ask', 'ask_stream', 'code_assist'])
      for (const body of bodies)
        expect(await refusal(await post(`${app.url}/${path}`, body)), JSON.stringify(body)).toMatchObject({
          status: 400,
          code: 'invalid_request',
        })
    const key = { 'idempotency-key': 'x'.repeat(201) }
    expect(await refusal(await post(`${app.url}/ask`, { query: 'a' }, key))).toMatchObject({ status: 400 })
    const place = { 'last-event-id': 'nonsense' }
    expect(await refusal(await post(`${app.url}/ask_stream`, { query: 'a' }, place))).toMatchObject({
      status: 400,
    })
    expect((await listSessions(app.url)).total_count).toBe(0)
    expect(promptsOf(upstream.requests)).toEqual([])
  })

  test('other pages may not ask', async ({ app }) => {
    for (const path of ['ask', 'ask_stream', 'code_assist', 'get_history']) {
      const foreign = await post(`${app.url}/${path}`, { query: 'a' }, { origin: 'https://evil.example' })
      expect(await refusal(foreign), path).toMatchObject({ status: 403, code: 'foreign_origin' })
      const plain = await fetch(`${app.url}/${path}`, { method: 'POST', body: '{"query":"a"}' })
      expect(await refusal(plain), path).toMatchObject({ status: 415 })
    }
  })
})

test('/code_assist gives the code of its reply', async ({ app, upstream }) => {
  const { code, reply } = await codeAssist(app.url, { query: '[[say]] So:\n\n```sh\nls -l\n```\n' })
  expect(reply).toContain('```sh')
  expect(code).toEqual([{ language: 'sh', code: 'ls -l' }])
  expect(JSON.stringify(promptsOf(upstream.requests))).toContain('You are a coding assistant.')
})

test.describe('/ask_stream', () => {
  const TEXT = 'One:\n\n- a 😀\r\n- data: b\n\nevent: end'

  test('the session, the words as they are, and the end', async ({ app }) => {
    const response = await askStream(app.url, { query: `[[reason Hm.]] [[say]] ${TEXT}` })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const { events, names, sessionId, text, end } = await readStream(response)
    expect(names[0]).toBe('session')
    expect(names.at(-1)).toBe('done')
    expect(new Set(names.slice(1, -1))).toEqual(new Set([null]))
    // Its format knows one kind of line break.
    expect(text).toBe(TEXT.replace('\r\n', '\n'))
    for (const { event, id } of events) if (event === null) expect(id).toMatch(/^[0-9a-f-]{36}:\d+:\d+$/)
    expect(end).toMatchObject({ usage: { output: expect.any(Number) }, context: { messages_sent: 1 } })
    const { messages } = await getHistory(app.url, { session_id: sessionId ?? '' })
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: TEXT })
  })

  test('gone on with behind every event and after the end: the same text, and no other turn', async ({
    app,
    upstream,
  }) => {
    const body = { query: '[[words 40]] [[pace 10]]' }
    const rests: Promise<void>[] = []
    let read = ''
    let sessionId = ''
    const places: { id: string; before: string }[] = []
    const goesOn = async ({ id, before }: (typeof places)[number]) => {
      const rest = await readStream(await askStream(app.url, body, { 'last-event-id': id }))
      expect(before + rest.text, id).toBe(words(40))
      expect(rest).toMatchObject({ sessionId, end: { warnings: [] } })
    }
    for await (const { event, data, id } of streamEvents(await askStream(app.url, body))) {
      if (event === 'session') sessionId = data
      if (event === null) read += data
      if (id === null || event === 'done') continue
      places.push({ id, before: read })
      rests.push(goesOn({ id, before: read }))
    }
    expect(read).toBe(words(40))
    expect(places.length).toBeGreaterThan(5)
    await Promise.all(rests)
    for (const place of places) await goesOn(place)
    expect(promptsOf(upstream.requests)).toHaveLength(1)
    expect((await listSessions(app.url)).total_count).toBe(1)
  })

  test('a cut connection ends no answer, and is gone on with', async ({ app, upstream }) => {
    const body = { query: HELD }
    const response = await askStream(app.url, body)
    let last = ''
    let read = ''
    for await (const { event, data, id } of streamEvents(response)) {
      last = id ?? last
      if (event === null) read += data
      if (read === 'word1 word2 word3 ') break
    }
    await upstream.waitFor(({ held }) => held)
    upstream.release()
    const rest = await readStream(await askStream(app.url, body, { 'last-event-id': last }))
    expect(read + rest.text).toBe(words(9))
  })

  test('a connection that has lasted long enough says so, and is gone on with until the end', async ({
    launch,
    upstream,
  }) => {
    const app = await launch({ STREAM_MAX_MS: '300' })
    const body = { query: HELD }
    const first = await readStream(await askStream(app.url, body))
    expect(first.names.at(-1)).toBe('reconnect')
    const last = first.events.findLast(({ id }) => id !== null)?.id ?? ''
    upstream.release()
    let text = first.text
    let at = last
    for (let ended = false; !ended; ) {
      const { events, names } = await readStream(await askStream(app.url, body, { 'last-event-id': at }))
      text += textOf(events)
      at = events.findLast(({ id }) => id !== null)?.id ?? at
      ended = names.at(-1) === 'done'
    }
    expect(text).toBe(words(9))
    expect(promptsOf(upstream.requests)).toHaveLength(1)
  })

  test('a failed answer is an error before the end', async ({ app }) => {
    const { names, error, sessionId } = await readStream(
      await askStream(app.url, { query: '[[status 401]]' }),
    )
    expect(names).toEqual(['session', 'error', 'done'])
    expect(error).toMatchObject({ error: { code: 'model_unauthorized', details: { session_id: sessionId } } })
  })

  test('an answer that is not there is not found', async ({ app, upstream }) => {
    const response = await askStream(app.url, { query: 'a' }, { 'last-event-id': 'none:0:0' })
    expect(await refusal(response)).toMatchObject({ status: 404, code: 'run_not_found' })
    expect(promptsOf(upstream.requests)).toEqual([])
  })
})

test.describe('/get_history and /list_sessions', () => {
  test('the live history has the newest whole exchanges, and everything stored is there page by page', async ({
    app,
  }) => {
    let session_id: string | undefined
    for (let turn = 1; turn <= 11; turn++)
      session_id = (await ask(app.url, { query: `[[say]] ${turn}`, session_id })).session_id
    const live = await getHistory(app.url, { session_id: session_id ?? '' })
    expect(live).toMatchObject({ message_count: 19, total_count: 22, next_cursor: null })
    expect(live.messages).toHaveLength(19)
    expect(live.messages[0]).toEqual({ role: 'system', content: SYSTEM })
    expect(live.messages.slice(1).map(({ content }) => content)).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((turn) => [`[[say]] ${turn}`, `${turn}`]),
    )

    const contents: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof getHistory>> = await getHistory(app.url, {
        session_id: session_id ?? '',
        all: true,
        limit: 5,
        cursor,
      })
      contents.push(...page.messages.map(({ content }) => content))
      cursor = page.next_cursor
      if (cursor === null) break
    }
    const turns = Array.from({ length: 11 }, (_, index) => index + 1)
    expect(contents).toEqual([SYSTEM, ...turns.flatMap((turn) => [`[[say]] ${turn}`, `${turn}`])])
    expect((await listSessions(app.url)).sessions).toEqual([
      { session_id, message_count: 19, last_active: live.last_active },
    ])
  })

  test('the window is a setting, and the owner’s instructions are the system message', async ({ launch }) => {
    const app = await launch({ MAX_HISTORY_LENGTH: '4' })
    await setSettings(app.url, { instructions: 'Be brief.' })
    const { session_id } = await ask(app.url, { query: 'one' })
    await ask(app.url, { query: '[[say]] two', session_id })
    const { messages } = await getHistory(app.url, { session_id })
    expect(messages.map(({ content }) => content)).toEqual(['Be brief.', '[[say]] two', 'two'])
  })

  test('the last activity is in seconds with a fraction', async ({ app }) => {
    const before = Date.now() / 1_000 - 60
    const { session_id } = await ask(app.url, { query: 'a' })
    const { last_active } = await getHistory(app.url, { session_id })
    const { session } = await threadOf(app.url, session_id)
    expect(last_active).toBe(new Date(session.lastActiveAt).getTime() / 1_000)
    expect(last_active).toBeGreaterThan(before)
  })

  test('the list has sessions of the interfaces alone, and goes on behind its cursor', async ({ app }) => {
    await say(app.url, 'on the page')
    const ids: string[] = []
    for (const query of ['a', 'b', 'c']) ids.unshift((await ask(app.url, { query, user: 'ada' })).session_id)
    const first = await listSessions(app.url, '?limit=2')
    expect(first.sessions.map(({ session_id }) => session_id)).toEqual(ids.slice(0, 2))
    expect(first.total_count).toBe(3)
    const cursor = encodeURIComponent(first.next_cursor ?? '')
    const second = await listSessions(app.url, `?limit=2&cursor=${cursor}`)
    expect(second.sessions.map(({ session_id }) => session_id)).toEqual(ids.slice(2))
    expect(second.next_cursor).toBeNull()
    for (const query of ['?cursor=nonsense', '?limit=0', '?limit=x'])
      expect(await refusal(await fetch(`${app.url}/list_sessions${query}`)), query).toMatchObject({
        status: 400,
      })
  })

  test('a session of the page has a history too, and is gone on with', async ({ app }) => {
    const { sessionId } = await say(app.url, 'on the page')
    expect((await ask(app.url, { query: 'by a program', session_id: sessionId })).warnings).toEqual([])
    const { messages } = await getHistory(app.url, { session_id: sessionId })
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant'])
  })

  test('an unknown session is not found', async ({ app }) => {
    for (const body of [{ session_id: 'unknown' }, { session_id: 'unknown', all: true }])
      expect(await refusal(await post(`${app.url}/get_history`, body))).toMatchObject({
        status: 404,
        code: 'session_not_found',
      })
    for (const body of [{}, { session_id: 'a', cursor: '3' }, { session_id: 'a', all: true, cursor: '-1' }])
      expect((await post(`${app.url}/get_history`, body)).status).toBe(400)
  })
})
