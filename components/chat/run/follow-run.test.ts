import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '@/lib/schemas/run-event'
import { sampleMessage, sampleSession } from '@/lib/schemas/testing/sample-views'
import { followRun, type RunUpdate, sendTurn } from './follow-run'

const answer = sampleMessage({ id: 'a1', seq: 2, status: 'streaming', model: 'builtin' })
const start: RunEvent = {
  type: 'start',
  runId: 'r1',
  session: sampleSession({ id: 's1', answering: true }),
  userMessage: null,
  answer,
}
const end: RunEvent = { type: 'end', answer: { ...answer, status: 'complete' } }
const delta = (offset: number, text: string): RunEvent => ({
  type: 'delta',
  part: 0,
  kind: 'text',
  offset,
  text,
})

type Reply = (response: ServerResponse, request: IncomingMessage) => void
let replies: Reply[] = []
let asked: { path: string; position: string | undefined }[] = []

const events =
  (...list: RunEvent[]): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of list) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  }
const broken =
  (...list: RunEvent[]): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const text = list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    response.write(`${text}data: {"type":"del`, () => response.destroy())
  }
const refusal =
  (status: number, code: string): Reply =>
  (response) => {
    response.writeHead(status).end(JSON.stringify({ error: { code, message: 'No.' } }))
  }

const server = createServer((request, response) => {
  asked.push({ path: request.url ?? '', position: request.headers['last-event-id']?.toString() })
  const reply = replies.shift()
  if (reply) reply(response, request)
  else response.destroy()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(base + path, init))
})
beforeEach(() => {
  replies = []
  asked = []
})
afterEach(() => expect(replies).toEqual([]))
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

const pause = async () => undefined
const signal = new AbortController().signal
const turn = {
  action: 'send' as const,
  sessionId: null,
  message: { clientId: 'c1', text: 'Hello' },
  model: null,
  instructions: null,
}
async function collect(updates: AsyncIterable<RunUpdate>): Promise<RunUpdate[]> {
  const seen: RunUpdate[] = []
  for await (const update of updates) seen.push(update)
  return seen
}
const textOf = (updates: RunUpdate[]) =>
  updates.map((update) => (update.type === 'delta' ? update.text : '')).join('')

describe('sendTurn', () => {
  test('gives start, deltas and end of one unbroken stream', async () => {
    replies = [events(start, delta(0, 'Hel'), delta(3, 'lo'), end)]
    expect((await collect(sendTurn(turn, { signal, pause }))).map(({ type }) => type)).toEqual([
      'start',
      'delta',
      'delta',
      'end',
    ])
  })

  test('goes on behind the last unit when the connection breaks, and tells of it', async () => {
    replies = [broken(start, delta(0, 'Hel')), events(start, delta(2, 'llo '), delta(6, 'you'), end)]
    const seen = await collect(sendTurn(turn, { signal, pause }))
    expect(textOf(seen)).toBe('Hello you')
    expect(asked[1]).toEqual({ path: '/api/runs/r1/events', position: '0:3' })
    expect(seen.filter(({ type }) => type === 'start')).toHaveLength(1)
    expect(seen.filter(({ type }) => type === 'link')).toEqual([
      { type: 'link', up: false },
      { type: 'link', up: true },
    ])
  })

  test('a connection that the server ends in good order is taken up again unseen', async () => {
    replies = [
      events(start, delta(0, 'Hel'), { type: 'reconnect' }),
      events({ type: 'reconnect' }),
      events(delta(3, 'lo'), end),
    ]
    const seen = await collect(sendTurn(turn, { signal, pause }))
    expect(seen.map(({ type }) => type)).toEqual(['start', 'delta', 'delta', 'end'])
    expect(asked.map(({ position }) => position)).toEqual([undefined, '0:3', '0:3'])
  })

  test('a refusal is thrown as it was told', async () => {
    replies = [refusal(409, 'session_busy')]
    await expect(collect(sendTurn(turn, { signal, pause }))).rejects.toMatchObject({ code: 'session_busy' })
  })

  test('a connection that breaks before the start leaves it open whether the message was stored', async () => {
    replies = [broken()]
    await expect(collect(sendTurn(turn, { signal, pause }))).rejects.toMatchObject({ code: 'unreachable' })
    expect(asked).toHaveLength(1)
  })
})

describe('followRun', () => {
  const from = { part: 0, offset: 3 }

  test('starts behind what is known, and says nothing of the start', async () => {
    replies = [events(start, delta(3, 'lo'), end)]
    expect((await collect(followRun('r1', { from, signal, pause }))).map(({ type }) => type)).toEqual([
      'delta',
      'end',
    ])
    expect(asked[0]?.position).toBe('0:3')
  })

  test('asks again when something is missing in between', async () => {
    replies = [events(start, delta(7, 'far'), end), events(start, delta(3, 'lo'), end)]
    expect(textOf(await collect(followRun('r1', { from, signal, pause })))).toBe('lo')
  })

  test('a stream that stops without an end is not the end', async () => {
    replies = [events(start), refusal(503, 'database_busy'), events(delta(3, '.'), end)]
    const seen = await collect(followRun('r1', { from, signal, pause }))
    expect(seen.at(-1)?.type).toBe('end')
  })

  test('a server that shuts down is asked again; a run that is gone is not', async () => {
    replies = [
      events({ type: 'error', error: { code: 'shutting_down', message: 'Bye.' } }),
      refusal(404, 'run_not_found'),
    ]
    await expect(collect(followRun('r1', { from, signal, pause }))).rejects.toMatchObject({
      code: 'run_not_found',
    })
  })

  test('leaving ends the waiting', async () => {
    const leave = new AbortController()
    const reason = new Error('left')
    const waiting = collect(
      followRun('r1', {
        from,
        signal: leave.signal,
        pause: async (_, given) => {
          leave.abort(reason)
          given.throwIfAborted()
        },
      }),
    )
    await expect(waiting).rejects.toBe(reason)
  })
})
