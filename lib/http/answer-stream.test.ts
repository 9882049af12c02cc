import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { AskEvent, ReplyCacheStatus } from '../schemas/ask.ts'
import { answerStreamResponse } from './answer-stream.ts'

async function* eventsOf(...events: (AskEvent | Error)[]): AsyncGenerator<AskEvent, void, undefined> {
  for (const event of events) {
    if (event instanceof Error) throw event
    yield event
  }
}

const session: AskEvent = { type: 'session', sessionId: 's', runId: 'run', at: { part: 0, offset: 0 } }
const words = (text: string, offset = 0): AskEvent => ({
  type: 'text',
  text,
  runId: 'run',
  at: { part: 0, offset },
})
const done: AskEvent = {
  type: 'done',
  end: { message_id: 'm', usage: null, context: null, warnings: ['Cut.'] },
}

const respond = (
  events: AsyncGenerator<AskEvent, void, undefined>,
  limits = {},
  cache: ReplyCacheStatus | null = null,
) => answerStreamResponse(async () => ({ events, cache }), { maxMs: 60_000, ...limits })

async function read(responding: Promise<Response>): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  parser.feed(await (await responding).text())
  return messages
}

test('as it stands on the wire', async () => {
  const text = await (await respond(eventsOf(session, words('a\nb'), done))).text()
  expect(text).toBe(
    [
      'id: run:0:0\nevent: session\ndata: s\n\n',
      'id: run:0:3\ndata: a\ndata: b\n\n',
      'event: done\ndata: {"message_id":"m","usage":null,"context":null,"warnings":["Cut."]}\n\n',
    ].join(''),
  )
})

test('what waited for more comes before the end', async () => {
  const messages = await read(respond(eventsOf(session, words('a\r'), done)))
  expect(messages.map(({ data }) => data).slice(1, -1)).toEqual(['a', '\n'])
})

test('what the reply cache did is told in the head', async () => {
  expect((await respond(eventsOf(), {}, 'wait')).headers.get('x-cache')).toBe('wait')
  expect((await respond(eventsOf())).headers.has('x-cache')).toBe(false)
})

test('no proxy may compress or buffer it', async () => {
  const { headers } = await respond(eventsOf())
  expect(headers.get('cache-control')).toBe('no-cache, no-transform')
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect(headers.get('content-type')).toContain('text/event-stream')
})

test('an error has the body of a failed response', async () => {
  const error = { code: 'model_failed' as const, message: 'It failed.' }
  const messages = await read(
    respond(eventsOf(session, { type: 'error', error }, { type: 'done', end: null })),
  )
  expect(messages.map(({ event }) => event)).toEqual(['session', 'error', 'done'])
  expect(JSON.parse(messages[1]?.data ?? '')).toEqual({ error })
  expect(messages[2]?.data).toBe('{}')
})

test('a failure while streaming is an error, and the end', async () => {
  const failure = new AppError('database_unavailable', 'The database is away.')
  const messages = await read(respond(eventsOf(session, failure)))
  expect(messages.map(({ event }) => event)).toEqual(['session', 'error', 'done'])
  expect(JSON.parse(messages[1]?.data ?? '')).toEqual({ error: failure.toBody() })
})

test('a connection that has lasted long enough ends with a word that it does, and a place to go on from', async () => {
  async function* endless(): AsyncGenerator<AskEvent, void, undefined> {
    yield session
    yield words('a\r')
    await new Promise(() => undefined)
  }
  const messages = await read(respond(endless(), { maxMs: 20 }))
  expect(messages.map(({ event }) => event)).toEqual(['session', undefined, 'reconnect'])
  expect(messages[1]).toMatchObject({ id: 'run:0:1', data: 'a' })
})
