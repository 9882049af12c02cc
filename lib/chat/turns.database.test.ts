import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { RunEvent } from '../schemas/run-event.ts'
import { answerContext } from './answer-context.ts'
import type { StartedTurn } from './started-turn.ts'
import { createChat, DEAD_AFTER_MS, message, OWNER, useChat } from './testing/use-chat.ts'

async function read(turn: StartedTurn) {
  const events: RunEvent[] = []
  for await (const event of turn.events) events.push(event)
  const [start] = events
  if (start?.type !== 'start') throw new Error('The first event is the start.')
  const text = events.map((event) => (event.type === 'delta' ? event.text : '')).join('')
  return { start, text, last: events.at(-1), sessionId: start.session.id }
}

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i + 1}`).join(' ')

describe.each(DIALECTS)('a turn on %s', (dialect) => {
  const database = useDatabase(dialect)
  const it = useChat(database)

  const page = async (sessionId: string) =>
    (await database.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 50 })).messages

  /** On SQLite an open one holds up all others; Postgres has to be asked. The log's own come and go. */
  const openTransactions = async () => {
    const [row] = await database.now.database.read(
      (db) => db.$queryRaw<{ open: number }[]>`
        SELECT COUNT(*)::int AS open FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    )
    return row?.open
  }

  test('the message is stored before the model is called', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[never]] hello'))
    const start = await turn.events.next()
    if (start.value?.type !== 'start') throw new Error('The first event is the start.')
    await it.upstream.waitFor(({ path }) => path.endsWith('/chat/completions'))
    const [question, answer] = await page(start.value.session.id)
    expect(question).toMatchObject({ role: 'user', status: 'complete' })
    expect(answer).toMatchObject({ role: 'assistant', status: 'streaming', parts: [] })
  })

  test('the reader is told the end when it is stored, and the session is free', async () => {
    const { sessionId, last, text } = await read(await it.chat.turns.start(OWNER, message('[[words 5]]')))
    expect(last).toMatchObject({
      type: 'end',
      answer: { status: 'complete', parts: [{ type: 'text', text }] },
    })
    expect(text).toBe(words(5))
    expect(await database.now.turnStore.holder(OWNER, sessionId, 'any')).toBeNull()
    await read(await it.chat.turns.start(OWNER, message('next', sessionId)))
    expect(await page(sessionId)).toHaveLength(4)
  })

  test('what a model says is stored whatever it holds', async () => {
    it.upstream.script({ text: 'nul \u0000 byte' }, { status: 400, message: 'refused \u0000 it' })
    const { last, text, sessionId } = await read(await it.chat.turns.start(OWNER, message('first')))
    expect(text).toBe('nul \ufffd byte')
    expect(last).toMatchObject({ type: 'end', answer: { status: 'complete', parts: [{ text }] } })
    const refused = await read(await it.chat.turns.start(OWNER, message('second', sessionId)))
    expect(refused.last).toMatchObject({ type: 'end', answer: { status: 'failed' } })
  })

  test('the built-in model counts what it was sent as the context map does', async () => {
    const { last } = await read(
      await it.chat.turns.start(OWNER, { ...message('Grüße, 你好'), model: 'builtin' }),
    )
    if (last?.type !== 'end') throw new Error('The last event is the end.')
    const stored = await database.now.contextMaps.get(OWNER, last.answer.id)
    expect(last.answer.usage?.input).toBe(stored?.map.tokens)
  })

  test('no transaction is open while the model is called: others write meanwhile', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[words 3]] [[hold 1]]'))
    await it.upstream.waitFor(({ held }) => held)
    if (dialect === 'postgres') await expect.poll(openTransactions).toBe(0)
    const other = await read(await it.chat.turns.start(OWNER, message('[[words 2]]')))
    expect(other.text).toBe(words(2))
    it.upstream.release()
    expect((await read(turn)).text).toBe(words(3))
  })

  test('what has come is in the log while the answer is written', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[words 9]] [[hold 4]]'))
    const start = await turn.events.next()
    if (start.value?.type !== 'start') throw new Error('The first event is the start.')
    const { runId } = start.value
    await expect
      .poll(async () => (await database.now.turnStore.read(OWNER, runId)).answer.parts)
      .toEqual([{ type: 'text', text: `${words(4)} ` }])
    it.upstream.release()
  })

  test('reasoning is kept in a part of its own and never sent again', async () => {
    const { sessionId } = await read(
      await it.chat.turns.start(OWNER, message('[[words 2]] [[reason a secret thought]]')),
    )
    expect((await page(sessionId))[1]?.parts).toEqual([
      { type: 'reasoning', text: 'a secret thought' },
      { type: 'text', text: words(2) },
    ])
    await read(await it.chat.turns.start(OWNER, message('next', sessionId)))
    expect(JSON.stringify(it.upstream.requests.at(-1)?.body)).not.toContain('"a secret thought"')
  })

  test('regenerate: the old answer leaves the path, and the model is not sent it', async () => {
    const first = await read(await it.chat.turns.start(OWNER, message('[[say]] one')))
    const old = first.last?.type === 'end' ? first.last.answer.id : ''
    it.upstream.script({ text: 'two' })
    const again = await it.chat.turns.start(OWNER, {
      action: 'regenerate',
      sessionId: first.sessionId,
      answerId: old,
    })
    expect((await read(again)).text).toBe('two')
    const rows = await page(first.sessionId)
    expect(rows.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(rows[1]?.id).not.toBe(old)
    expect((await database.now.messages.get(OWNER, old)).parts).toEqual([{ type: 'text', text: 'one' }])
  })

  test('regenerate by a smaller model: what cannot fit is told with both numbers, and no call is made', async () => {
    const long = 'word '.repeat(9_000)
    const first = await read(await it.chat.turns.start(OWNER, { ...message(long), model: 'builtin' }))
    const old = first.last?.type === 'end' ? first.last.answer.id : ''
    await database.now.sessions.update(OWNER, first.sessionId, { model: 'compatible/fake-large' })
    const again = await read(
      await it.chat.turns.start(OWNER, { action: 'regenerate', sessionId: first.sessionId, answerId: old }),
    )
    expect(again.last).toMatchObject({
      answer: { status: 'failed', error: { code: 'message_too_long', details: { limit: 6_144 } } },
    })
    expect(it.upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toEqual([])
  })

  describe('more pinned than the model holds', () => {
    const long = 'word '.repeat(4_000)
    const tooLarge = {
      code: 'context_too_large',
      details: { limit: 6_144 },
      message: expect.stringContaining('Unpin'),
    }
    const mark = async (sessionId: string, mark: 'pinned' | null) => {
      const question = (await page(sessionId)).find(({ role }) => role === 'user')
      await database.now.messages.mark(OWNER, sessionId, question?.id ?? '', { mark, now: new Date() })
    }

    test('is told before anything is stored, and what is said is sent once less is pinned', async () => {
      const { sessionId } = await read(await it.chat.turns.start(OWNER, message(long)))
      await mark(sessionId, 'pinned')
      const calls = it.upstream.requests.length
      const again = message(long, sessionId)
      await expect(it.chat.turns.start(OWNER, again)).rejects.toMatchObject(tooLarge)
      expect(await page(sessionId)).toHaveLength(2)
      expect(it.upstream.requests).toHaveLength(calls)

      const short = await read(await it.chat.turns.start(OWNER, message('Short.', sessionId)))
      expect(short.last).toMatchObject({ answer: { status: 'complete' } })
      await mark(sessionId, null)
      const sent = await read(await it.chat.turns.start(OWNER, again))
      expect(sent.last).toMatchObject({ answer: { status: 'complete' } })
    })

    test('is told in place of an answer that is asked for again', async () => {
      const { sessionId } = await read(await it.chat.turns.start(OWNER, message(long)))
      const second = await read(await it.chat.turns.start(OWNER, message(long, sessionId)))
      await mark(sessionId, 'pinned')
      const answerId = second.last?.type === 'end' ? second.last.answer.id : ''
      const again = await it.chat.turns.start(OWNER, { action: 'regenerate', sessionId, answerId })
      expect((await read(again)).last).toMatchObject({ answer: { status: 'failed', error: tooLarge } })
    })
  })

  test('continue: the model is sent what it had written, and its rest is one answer with it', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[words 9]] [[hold 3]]'))
    const start = await turn.events.next()
    if (start.value?.type !== 'start') throw new Error('The first event is the start.')
    const { session, answer: cut } = start.value
    const written = () => database.now.turnStore.read(OWNER, turn.runId)
    await expect.poll(async () => (await written()).answer.parts[0]?.text).toBe(`${words(3)} `)
    await it.chat.runs.stop(OWNER, turn.runId)
    await expect.poll(async () => (await page(session.id))[1]?.status).toBe('stopped')

    it.upstream.script({ text: 'word4 and so on' })
    const rest = await read(
      await it.chat.turns.start(OWNER, { action: 'continue', sessionId: session.id, answerId: cut.id }),
    )
    expect(rest.text).toBe(`${words(3)} word4 and so on`)
    expect((await page(session.id)).map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text: '[[words 9]] [[hold 3]]' }],
      [{ type: 'text', text: `${words(3)} word4 and so on` }],
    ])

    const { sent, map } = await answerContext(database.now, OWNER, rest.start.answer.id)
    const body = it.upstream.requests.at(-1)?.body as { messages: unknown }
    expect(body.messages).toEqual(sent)
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(sent[1]?.content).toBe(`${words(3)} `)
    expect(map?.tokens).toBe((map?.segments.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0) + 3)
  })

  test('an answer that another process took over is not written again', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[words 9]] [[hold 3]]'))
    const start = await turn.events.next()
    if (start.value?.type !== 'start') throw new Error('The first event is the start.')
    const { runId, session } = start.value
    const logged = () => database.now.turnStore.read(OWNER, runId)
    await expect.poll(async () => (await logged()).answer.parts[0]?.text).toBe(`${words(3)} `)
    // The process slept: its heart has not beaten for longer than the others wait.
    await it.chat.beat(new Date(Date.now() - 2 * DEAD_AFTER_MS))
    const other = createChat(database.now, it.upstream)
    expect(await other.reaper.reapStale()).toBe(1)
    await other.close()
    it.upstream.release()
    for await (const event of turn.events)
      if (event.type === 'end') expect(event.answer.status).toBe('interrupted')
    expect((await page(session.id))[1]).toMatchObject({
      status: 'interrupted',
      parts: [{ type: 'text', text: `${words(3)} ` }],
    })
  })

  test('a session that a dead process holds is freed by whoever sends next', async () => {
    const dead = createChat(database.now, it.upstream)
    await dead.beat(new Date(Date.now() - 2 * DEAD_AFTER_MS))
    const { events } = await dead.turns.start(OWNER, message('[[never]] hello'))
    const start = await events.next()
    if (start.value?.type !== 'start') throw new Error('The first event is the start.')
    const { session } = start.value
    const next = await read(await it.chat.turns.start(OWNER, message('[[say]] free again', session.id)))
    expect(next.text).toBe('free again')
    expect((await page(session.id)).map(({ status }) => status)).toEqual([
      'complete',
      'interrupted',
      'complete',
      'complete',
    ])
    await dead.close()
  })

  test('a run of another process is followed and stopped through the database', async () => {
    const other = createChat(database.now, it.upstream)
    await other.beat()
    const { runId } = await other.turns.start(OWNER, message('[[words 9]] [[hold 3]]'))
    const call = await it.upstream.waitFor(({ held }) => held)
    const events = await it.chat.runs.follow(OWNER, runId, { part: 0, offset: 6 })
    let text = ''
    let status: string | undefined
    for await (const event of events) {
      if (event.type === 'delta') text += event.text
      if (event.type === 'end') status = event.answer.status
      if (text === 'word2 word3 ' && status === undefined) await it.chat.runs.stop(OWNER, runId)
    }
    expect({ text, status }).toEqual({ text: 'word2 word3 ', status: 'stopped' })
    await it.upstream.waitFor((request) => request === call && request.closedEarly)
    await other.close()
  })

  test('shutting down: running answers are interrupted with their text, new turns refused', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[words 9]] [[hold 2]]'))
    await it.upstream.waitFor(({ held }) => held)
    const reading = read(turn)
    await it.chat.runs.shutdown(0)
    expect((await reading).last).toMatchObject({ type: 'end', answer: { status: 'interrupted' } })
    await expect(it.chat.turns.start(OWNER, message('late'))).rejects.toMatchObject({ code: 'shutting_down' })
  })

  test('shutting down: a turn that was about to begin is interrupted too, and its reader told', async () => {
    const starting = it.chat.turns.start(OWNER, message('[[words 9]] [[hold 2]]'))
    await it.chat.runs.shutdown(0)
    expect((await read(await starting)).last).toMatchObject({
      type: 'end',
      answer: { status: 'interrupted' },
    })
  })

  test('shutting down with grace: an answer that ends in time is complete', async () => {
    const turn = await it.chat.turns.start(OWNER, message('[[words 9]] [[hold 2]]'))
    await it.upstream.waitFor(({ held }) => held)
    const down = it.chat.runs.shutdown(60_000)
    it.upstream.release()
    await down
    expect((await read(turn)).last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  })

  test('clearing while it answers: the call is cancelled first', async () => {
    const { sessionId } = await read(await it.chat.turns.start(OWNER, message('first')))
    const turn = await it.chat.turns.start(OWNER, message('[[words 9]] [[hold 2]]', sessionId))
    const call = await it.upstream.waitFor(({ held }) => held)
    const undo = await it.chat.forget.clear(OWNER, sessionId)
    expect(undo.counts).toMatchObject({ sessions: 0, messages: 4 })
    expect((await read(turn)).last).toMatchObject({ type: 'end', answer: { status: 'stopped' } })
    await it.upstream.waitFor((request) => request === call && request.closedEarly)
    expect(await page(sessionId)).toEqual([])
  })
})
