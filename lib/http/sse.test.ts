import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { RunEvent } from '../schemas/run-event.ts'
import { sseResponse } from './sse.ts'

async function* eventsOf(...events: (RunEvent | Error)[]): AsyncGenerator<RunEvent, void, undefined> {
  for (const event of events) {
    if (event instanceof Error) throw event
    yield event
  }
}

const delta = (offset: number, text: string): RunEvent => ({
  type: 'delta',
  part: 0,
  kind: 'text',
  offset,
  text,
})

const respond = (events: AsyncGenerator<RunEvent, void, undefined>, limits = {}) =>
  sseResponse(async () => events, { maxMs: 60_000, ...limits })

async function read(responding: Promise<Response>): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  parser.feed(await (await responding).text())
  return messages
}

test('the id of a delta is the position behind it', async () => {
  const [first, second] = await read(respond(eventsOf(delta(0, 'ab'), delta(2, 'c👋'))))
  expect(first).toMatchObject({ id: '0:2', event: 'delta' })
  expect(second).toMatchObject({ id: '0:5', event: 'delta' })
  expect(JSON.parse(second?.data ?? '')).toEqual(delta(2, 'c👋'))
})

test('a text with line breaks and NUL stays one event', async () => {
  const text = 'a\n\nevent: end\r\n\rb\u0000'
  const messages = await read(respond(eventsOf(delta(0, text))))
  expect(messages).toHaveLength(1)
  expect(JSON.parse(messages[0]?.data ?? '')).toMatchObject({ text })
})

test('no proxy may compress or buffer it', async () => {
  const { headers } = await respond(eventsOf())
  expect(headers.get('cache-control')).toContain('no-transform')
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect(headers.get('content-type')).toContain('text/event-stream')
})

test('a failure while streaming is an event', async () => {
  const failure = new AppError('database_unavailable', 'The database is away.')
  const messages = await read(respond(eventsOf(delta(0, 'a'), failure)))
  expect(messages.map(({ event }) => event)).toEqual(['delta', 'error'])
  expect(messages[1]?.data).toContain('The database is away.')
})

test('events are asked for only as they are read', async () => {
  let asked = 0
  async function* endless(): AsyncGenerator<RunEvent, void, undefined> {
    for (;;) yield delta(asked++, 'x'.repeat(1000))
  }
  const reader = (await respond(endless())).body?.getReader()
  await reader?.read()
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toBeLessThan(5)
  await reader?.cancel()
})

/** Says something, then nothing until `speak` is called. */
function silentEvents() {
  const spoken = Promise.withResolvers<void>()
  let left = false
  async function* events(): AsyncGenerator<RunEvent, void, undefined> {
    try {
      yield delta(0, 'a')
      await spoken.promise
      yield delta(1, 'b')
    } finally {
      left = true
    }
  }
  return { events: events(), speak: () => spoken.resolve(), left: () => left }
}

test('a connection that has lasted long enough is ended in good order, and its reader leaves the run', async () => {
  const { events, speak, left } = silentEvents()
  const messages = await read(respond(events, { maxMs: 20 }))
  expect(messages.map(({ event }) => event)).toEqual(['delta', 'reconnect'])
  expect(left()).toBe(false)
  speak()
  await expect.poll(left).toBe(true)
})

test('a reader that leaves is told by the signal, whatever the run waits for', async () => {
  const { events } = silentEvents()
  const signal = Promise.withResolvers<AbortSignal>()
  const response = await sseResponse(
    async (left) => {
      signal.resolve(left)
      return events
    },
    { maxMs: 60_000 },
  )
  await response.body?.cancel()
  expect((await signal.promise).aborted).toBe(true)
})

test('a run that cannot be followed is no response', async () => {
  const follow = () => Promise.reject(new AppError('run_not_found', 'There is none.'))
  await expect(sseResponse(follow, { maxMs: 60_000 })).rejects.toMatchObject({ code: 'run_not_found' })
})

test('while nothing is said a comment keeps the connection alive', async () => {
  const { events, speak } = silentEvents()
  const { body } = await respond(events, { keepAliveMs: 5 })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const chunks: (string | undefined)[] = []
  while (!chunks.includes(': waiting\n\n')) chunks.push((await reader?.read())?.value)
  speak()
  for (;;) {
    const { value = '', done } = (await reader?.read()) ?? { done: true }
    chunks.push(value)
    if (done) break
  }
  expect(chunks.filter((chunk) => chunk?.startsWith('id:'))).toHaveLength(2)
})

test('a reader for whom there is nothing yet is answered at once', async () => {
  const { events, speak } = silentEvents()
  await events.next()
  const { body } = await respond(events, { keepAliveMs: 60_000 })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe(': waiting\n\n')
  speak()
  expect((await reader?.read())?.value).toMatch(/^id: /)
  await reader?.cancel()
})
