import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { historyRequest, historyResponse } from '../schemas/history.ts'
import { countTokens } from '../tokens/index.ts'
import { limitsOf } from '../tokens/model-limits.ts'
import { answerContext } from './answer-context.ts'
import { sessionHistory } from './session-history.ts'
import { wrongTokens } from './testing/exact-tokens.ts'
import { OWNER, useChat } from './testing/use-chat.ts'
import { assistant, caller, result, system, useCompletions, user } from './testing/use-completions.ts'

const weather = { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }
const tools = [{ type: 'function', function: weather }]
const TURIN = { name: 'weather', arguments: '{"city":"Turin"}' }
const ROME = { name: 'weather', arguments: '{"city": "Rome"}' }

describe.each(DIALECTS)('tools in a session on %s', (dialect) => {
  const db = useDatabase(dialect)
  const under = useChat(db)
  const { ask, path, sent, answers } = useCompletions(db, under)

  /** Asks what the model answers with calls of a tool. */
  async function call(...toolCalls: { name: string; arguments: string }[]) {
    under.upstream.script({ text: '', toolCalls })
    return ask([user('What is the weather?')], { tools })
  }

  const idsOf = ({ calls }: Pick<Awaited<ReturnType<typeof ask>>, 'calls'>) => calls.map(({ id }) => id)

  test('a call is given to the client and kept', async () => {
    const { calls, end, id } = await call(TURIN)
    expect(calls).toEqual([{ id: expect.any(String), ...TURIN }])
    expect(end?.reason).toBe('tool-calls')
    expect(await db.now.messages.get(OWNER, id)).toMatchObject({ status: 'complete', toolCalls: calls })
    expect(under.upstream.requests.at(-1)?.body).toMatchObject({ tools: [{ function: weather }] })
  })

  test('its result, sent alone, stands behind it, and the answer goes on from both', async () => {
    const called = await call(TURIN)
    const [id = ''] = idsOf(called)
    answers('It rains.', 'You asked for the weather.')
    const { text, id: answerId } = await ask([result(id, 'Rain.')], { tools })
    expect(text).toBe('It rains.')
    const exchange = [user('What is the weather?'), caller(called.calls), result(id, 'Rain.')]
    expect(sent()[1]).toEqual(exchange)
    expect(await path()).toEqual([
      ...['user: What is the weather?', 'assistant: ', 'tool: Rain.', 'assistant: It rains.'],
    ])
    const context = await answerContext(db.now, OWNER, answerId)
    expect(context.sent).toEqual([
      { role: 'user', content: 'What is the weather?' },
      { role: 'assistant', content: '', toolCalls: called.calls },
      { role: 'tool', content: 'Rain.', toolCallId: id },
    ])
    expect(JSON.parse(context.tools ?? '')).toEqual([weather])
    const { map } = context
    expect(map && wrongTokens(map, context.sent, limitsOf('fake-large'))).toEqual([])
    expect(map?.segments[0]).toMatchObject({ kind: 'tools', tokens: countTokens(context.tools ?? '') })

    await ask([user('What did I ask?')])
    expect(sent()[2]).toEqual([...exchange, assistant('It rains.'), user('What did I ask?')])
  })

  test('a client that sends its whole history, its own words for the arguments, doubles nothing', async () => {
    const called = await call(TURIN, ROME)
    const [first = '', second = ''] = idsOf(called)
    const spaced = called.calls.map((each) => ({ ...each, arguments: each.arguments.replace(': ', ':') }))
    const history = [user('What is the weather?'), caller(spaced), result(first, 'Rain.')]
    answers('Rain and sun.', 'Then Rome.')
    await ask([...history, result(second, '')], { tools })
    expect(sent()[1]?.slice(-2)).toEqual([result(first, 'Rain.'), result(second, '')])
    await ask([...history, result(second, ''), assistant('Rain and sun.'), user('Where to?')], { tools })
    expect(await path()).toEqual([
      ...['user: What is the weather?', 'assistant: ', 'tool: Rain.', 'tool: ', 'assistant: Rain and sun.'],
      ...['user: Where to?', 'assistant: Then Rome.'],
    ])
  })

  test('several rounds of calls belong to one exchange', async () => {
    const [first = ''] = idsOf(await call(TURIN))
    under.upstream.script({ text: 'And Rome?', toolCalls: [ROME] }, { text: 'Both.' })
    const [second = ''] = idsOf(await ask([result(first, 'Rain.')], { tools }))
    await ask([result(second, 'Sun.')], { tools })
    expect(sent()[2]?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool'])
    const { messages } = await db.now.messages.page(OWNER, 'a name', { beforeSeq: null, limit: 50 })
    const marked = await db.now.messages.mark(OWNER, 'a name', messages[4]?.id ?? '', {
      mark: 'excluded',
      now: new Date(),
    })
    expect(marked.messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
  })

  test('the results once more are answered anew, and under the same name of a request joined', async () => {
    const [id = ''] = idsOf(await call(TURIN))
    answers('It rains.', 'It pours.')
    const first = await ask([result(id, 'Rain.')], { tools, clientId: 'request 1' })
    expect((await ask([result(id, 'Rain.')], { tools, clientId: 'request 1' })).id).toBe(first.id)
    expect((await ask([result(id, 'Rain.')], { tools })).text).toBe('It pours.')
    expect(await path()).toEqual([
      ...['user: What is the weather?', 'assistant: ', 'tool: Rain.', 'assistant: It pours.'],
    ])
  })

  test('results that are answered anew under another name of the request are joined by it', async () => {
    const [id = ''] = idsOf(await call(TURIN))
    under.upstream.script({ status: 400 }, { text: 'It rains.' }, { text: 'It pours.' })
    const again = [result(id, 'Rain.')]
    await expect(ask(again, { tools, clientId: 'first' })).rejects.toMatchObject({ code: 'model_refused' })
    const answered = await ask(again, { tools, clientId: 'second' })
    expect(answered.text).toBe('It rains.')
    expect((await ask(again, { tools, clientId: 'second' })).id).toBe(answered.id)
    const twice = await Promise.allSettled([1, 2].map(() => ask(again, { tools, clientId: 'third' })))
    const ids = twice.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    expect(new Set(ids).size).toBe(1)
    expect(await path()).toHaveLength(4)
  })

  test('of a model that gives each call the same id the newest is answered', async () => {
    const toolCalls = [{ id: 'call_0', ...TURIN }]
    const turns = [
      { question: 'And today?', answer: 'It rains.' },
      { question: 'And now?', answer: 'It still rains.' },
    ]
    for (const { question, answer } of turns) {
      under.upstream.script({ text: '', toolCalls: [TURIN] }, { text: answer })
      const { id } = await ask([user(question)], { tools })
      await db.now.database.write((tx) => tx.message.update({ where: { id }, data: { toolCalls } }))
      await ask([result('call_0', 'Rain.')], { tools })
    }
    expect(await path()).toEqual(
      turns.flatMap(({ question, answer }) => [
        ...[`user: ${question}`, 'assistant: ', 'tool: Rain.', `assistant: ${answer}`],
      ]),
    )
  })

  test('a history with calls that it brings to a new session is stored, and is its memory', async () => {
    answers('It rains.')
    const calls = [{ id: 'c1', ...TURIN }]
    const history = [system('Be brief.'), user('What is the weather?'), caller(calls), result('c1', 'Rain.')]
    await ask(history, { tools })
    expect(sent()[0]).toEqual(history)
    expect((await db.now.sessions.get(OWNER, 'a name')).title).toBe('What is the weather?')
  })

  test('calls that were never answered are left out, and their question is sent', async () => {
    const called = await call(TURIN)
    answers('Hello.')
    const { id } = await ask([user('Never mind. Hello!')], { tools })
    expect(sent()[1]).toEqual([user('What is the weather?'), user('Never mind. Hello!')])
    const { map } = await answerContext(db.now, OWNER, id)
    const { seq } = await db.now.messages.get(OWNER, called.id)
    expect(map?.leftOut).toEqual([{ fromSeq: seq, toSeq: seq, reason: 'unanswered' }])
  })

  test('results that are not those of the calls before them are refused, and nothing is stored', async () => {
    const [id = '', other = ''] = idsOf(await call(TURIN, ROME))
    const refused = { code: 'invalid_request' }
    await expect(ask([result(id, 'Rain.')], { tools })).rejects.toMatchObject(refused)
    await expect(ask([result('another', 'Rain.')], { tools })).rejects.toMatchObject(refused)
    answers('Both.')
    await ask([result(id, 'Rain.'), result(other, 'Sun.')], { tools })
    await expect(ask([result(id, 'Rain.')], { tools })).rejects.toMatchObject(refused)
    const unknown = { tools, sessionId: 'another session' }
    await expect(ask([result(id, 'Rain.')], unknown)).rejects.toMatchObject(refused)
    expect(await path()).toHaveLength(5)
    expect(await db.now.interfaceSessions.find(OWNER, 'another session')).toBeNull()
  })

  test('a result whose call was cleared, or is above a fresh start, answers nothing', async () => {
    const [id = ''] = idsOf(await call(TURIN))
    await db.now.messages.addDivider(OWNER, 'a name', { id: 'divider', now: new Date() })
    await expect(ask([result(id, 'Rain.')], { tools })).rejects.toMatchObject({ code: 'nothing_to_answer' })
    await under.chat.forget.clear(OWNER, 'a name')
    await expect(ask([result(id, 'Rain.')], { tools })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('a history of it can be sent to a model as it is', async () => {
    const { calls } = await call(TURIN)
    const [id = ''] = idsOf({ calls })
    answers('It rains.')
    await ask([result(id, 'Rain.')], { tools })
    for (const all of [true, false]) {
      const request = historyRequest.parse({ session_id: 'a name', all })
      const history = await sessionHistory({ ...db.now, maxHistoryLength: 20 }, OWNER, request)
      expect(historyResponse.parse(history)).toEqual(history)
      expect(history.messages.slice(1)).toEqual([
        user('What is the weather?'),
        caller(calls, ''),
        result(id, 'Rain.'),
        assistant('It rains.'),
      ])
    }
  })

  test('where nothing was offered, a call that is made all the same is nobody’s', async () => {
    under.upstream.script({ text: 'I look.', toolCalls: [TURIN] })
    const { calls, text } = await ask([user('What is the weather?')])
    expect({ calls, text }).toEqual({ calls: [], text: 'I look.' })
  })

  test('results that are too much together are refused, and nothing is stored', async () => {
    const [first = '', second = ''] = idsOf(await call(TURIN, ROME))
    const long = 'rain '.repeat(3_500)
    await expect(ask([result(first, long), result(second, long)], { tools })).rejects.toMatchObject({
      code: 'message_too_long',
    })
    expect(await path()).toHaveLength(2)
    answers('It rains.')
    await ask([result(first, 'Rain.'), result(second, long)], { tools })
    expect(await path()).toHaveLength(5)
  })

  test('tools beyond the window of the model are refused, and nothing is stored', async () => {
    const description = 'tool '.repeat(200_000)
    const huge = { type: 'function', function: { name: 'huge', description, parameters: {} } }
    await expect(ask([user('Hi')], { tools: [huge] })).rejects.toMatchObject({ code: 'message_too_long' })
    expect(await db.now.interfaceSessions.find(OWNER, 'a name')).toBeNull()
  })
})
