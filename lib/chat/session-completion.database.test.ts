import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { OWNER, useChat } from './testing/use-chat.ts'
import { assistant, system, useCompletions, user } from './testing/use-completions.ts'

describe.each(DIALECTS)('a completion in a session on %s', (dialect) => {
  const db = useDatabase(dialect)
  const under = useChat(db)
  const { ask, path, sent, answers } = useCompletions(db, under)

  test('a name that is not known begins a session, which is kept, of the user that is named', async () => {
    answers('Hello.')
    const { sessionId, text } = await ask([user('Hi')], { user: 'ada' })
    expect({ sessionId, text }).toEqual({ sessionId: 'a name', text: 'Hello.' })
    const row = await db.now.database.read((reader) =>
      reader.session.findUnique({
        where: { id: 'a name' },
        select: { source: true, user: true, brief: true },
      }),
    )
    expect(row).toEqual({ source: 'interface', user: 'ada', brief: false })
    expect(await path()).toEqual(['user: Hi', 'assistant: Hello.'])
  })

  test('a client that sends its new messages alone has all that was said before them', async () => {
    answers('Noted.', 'Turin.')
    await ask([user('Ada lives in Turin.')])
    await ask([user('Where does Ada live?')])
    expect(sent()[1]).toEqual([
      user('Ada lives in Turin.'),
      assistant('Noted.'),
      user('Where does Ada live?'),
    ])
  })

  test('a client that sends its whole history doubles nothing', async () => {
    answers('two', 'four', 'six')
    const history = [user('one')]
    for (const next of ['three', 'five']) {
      const { text } = await ask(history)
      history.push(assistant(` ${text}\n`), user(next))
    }
    await ask(history)
    expect(await path()).toEqual([
      ...['user: one', 'assistant: two', 'user: three', 'assistant: four'],
      ...['user: five', 'assistant: six'],
    ])
    expect(sent()[2]).toHaveLength(5)
  })

  test('a history that it brings to a new session is stored, and is its memory', async () => {
    answers('four')
    await ask([user('one'), assistant('two'), user('three')])
    expect(await path()).toEqual(['user: one', 'assistant: two', 'user: three', 'assistant: four'])
    expect(sent()[0]).toEqual([user('one'), assistant('two'), user('three')])
    expect((await db.now.sessions.get(OWNER, 'a name')).title).toBe('one')
  })

  test('a message that it changed begins a branch', async () => {
    answers('two', 'four', 'other')
    await ask([user('one')])
    await ask([user('one'), assistant('two'), user('three')])
    await ask([user('one'), assistant('two'), user('instead')])
    expect(await path()).toEqual(['user: one', 'assistant: two', 'user: instead', 'assistant: other'])
    expect(sent()[2]).toEqual([user('one'), assistant('two'), user('instead')])
  })

  test('a change far back is found, beyond what is read first', async () => {
    const history: Parameters<typeof ask>[0] = []
    for (let turn = 0; turn < 14; turn++) {
      history.push(user(`question ${turn}`))
      answers(`answer ${turn}`)
      const { text } = await ask(history.slice(-1))
      history.push(assistant(text))
    }
    answers('instead')
    await ask([...history.slice(0, 2), user('another question')])
    expect(await path()).toEqual([
      ...['user: question 0', 'assistant: answer 0'],
      ...['user: another question', 'assistant: instead'],
    ])
  })

  test('the same messages once more are answered anew', async () => {
    answers('two', 'four', 'four, anew')
    await ask([user('one')])
    const messages = [user('one'), assistant('two'), user('three')]
    await ask(messages)
    await ask(messages)
    expect(await path()).toEqual(['user: one', 'assistant: two', 'user: three', 'assistant: four, anew'])
  })

  test('what failed can be tried again, also where only the new message is sent', async () => {
    answers('two')
    await ask([user('one')])
    under.upstream.script({ status: 400 }, { text: 'four' })
    await expect(ask([user('three')])).rejects.toMatchObject({ code: 'model_refused' })
    await ask([user('three')])
    expect(await path()).toEqual(['user: one', 'assistant: two', 'user: three', 'assistant: four'])
  })

  test('its own instructions stand in place of those of the session, in that turn alone', async () => {
    await db.now.settings.update(OWNER, { instructions: 'Be brief.' })
    answers('two', 'four')
    await ask([system('Speak French.'), user('one'), system('And politely.')])
    await ask([user('three')])
    expect(sent()[0]?.[0]).toEqual(system('Speak French.\n\nAnd politely.'))
    expect(sent()[1]?.[0]).toEqual(system('Be brief.'))
    expect(await path()).toHaveLength(4)
  })

  test('what is chosen of how the model answers goes with it', async () => {
    await ask([user('one')], { temperature: 0.3, max_tokens: 20, stop: ['END'] })
    expect(under.upstream.requests.at(-1)?.body).toMatchObject({
      temperature: 0.3,
      max_tokens: 20,
      stop: ['END'],
    })
  })

  test('an answer that reached its length has ended, and says so', async () => {
    under.upstream.script({ text: 'one two', finish: 'length' })
    const { text, end } = await ask([user('Go on.')])
    expect({ text, end }).toMatchObject({ text: 'one two', end: { reason: 'length' } })
  })

  test('an answer that broke off is a failure, with what had come kept', async () => {
    under.upstream.script({ text: 'one two three', dieAfter: 2 })
    await expect(ask([user('Go on.')])).rejects.toMatchObject({ code: 'model_incomplete' })
    expect(await path()).toEqual(['user: Go on.', 'assistant: one two '])
  })

  test('usage is that of the provider, or what we counted', async () => {
    under.upstream.script({ text: 'one', usage: { input: 9, cachedInput: 4, output: 3, reasoning: 1 } })
    expect((await ask([user('Hi')])).end?.usage).toEqual({
      input: 9,
      cachedInput: 4,
      output: 3,
      reasoning: 1,
    })
    const own = await ask([user('And you?')], { model: 'builtin', stop: ['Built-in'] })
    expect(own.end?.usage.input).toBeGreaterThan(0)
    expect(own.end?.usage.output).toBeGreaterThan(0)
  })

  test('one that hangs up loses nothing: the answer is written to its end', async () => {
    const left = new AbortController()
    under.upstream.script({ text: 'one two three', holdAfter: 1 })
    const asking = ask([user('Go on.')], { left: left.signal })
    const call = await under.upstream.waitFor(({ held }) => held)
    left.abort()
    await asking
    under.upstream.release()
    await under.upstream.waitFor((request) => request === call && request.over)
    await under.chat.runs.shutdown(10_000)
    expect(call.closedEarly).toBe(false)
    expect(await path()).toEqual(['user: Go on.', 'assistant: one two three'])
  })

  test('the same request once more joins what the first one began', async () => {
    answers('two', 'another')
    const first = await ask([user('one')], { clientId: 'request 1' })
    const second = await ask([user('one')], { clientId: 'request 1' })
    expect({ id: second.id, text: second.text }).toEqual({ id: first.id, text: 'two' })
    expect(await path()).toEqual(['user: one', 'assistant: two'])
    expect(sent()).toHaveLength(1)
  })

  test('one of the same name in another session, or of another user, is another request', async () => {
    answers('for ada', 'for bea', 'for her other chat')
    await ask([user('one')], { clientId: 'request 1', user: 'ada' })
    const other = { clientId: 'request 1', user: 'bea', sessionId: 'the chat of bea' }
    const { sessionId, text } = await ask([user('one')], other)
    expect({ sessionId, text }).toEqual({ sessionId: 'the chat of bea', text: 'for bea' })
    const third = await ask([user('one')], { ...other, sessionId: 'another chat of bea' })
    expect(third.text).toBe('for her other chat')
  })

  test('a session that another answer is written in is busy', async () => {
    under.upstream.script({ text: 'one two', holdAfter: 1 })
    const first = ask([user('one')])
    await under.upstream.waitFor(({ held }) => held)
    await expect(ask([user('two')])).rejects.toMatchObject({ code: 'session_busy' })
    under.upstream.release()
    await first
  })

  test('one that is deleted while it is answered is stopped, and nothing of it comes back', async () => {
    under.upstream.script({ text: 'one two', holdAfter: 1 })
    const asking = ask([user('My secret is 42.')])
    const call = await under.upstream.waitFor(({ held }) => held)
    await Promise.all([under.chat.forget.deleteSessions(OWNER, 'a name'), Promise.allSettled([asking])])
    await under.upstream.waitFor((request) => request === call && request.closedEarly)
    expect(await db.now.interfaceSessions.find(OWNER, 'a name')).toBeNull()
    // It can still be taken back: until then the name is its own.
    await expect(ask([user('What is it?')])).rejects.toMatchObject({ code: 'session_busy' })
    expect(sent()).toHaveLength(1)
  })

  test('a session of another user is not there', async () => {
    await ask([user('Hi')], { user: 'ada' })
    await expect(ask([user('Hi')], { user: 'bea' })).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(ask([user('Hello again')])).resolves.toBeDefined()
  })

  test.each([
    [[assistant('Hm.')], /has to be one of the user/],
    [[user(' ')], /empty/],
  ])('what cannot be a turn is refused, and nothing is stored: %j', async (messages, message) => {
    await expect(ask(messages)).rejects.toThrow(message)
    expect(await db.now.interfaceSessions.find(OWNER, 'a name')).toBeNull()
  })
})
