import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from './api-error'
import { request, send } from './request'

type Answer = { status: number; body: string }
let answer: Answer
let seen: { method?: string; type?: string; body: string }

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  seen = {
    method: incoming.method,
    type: incoming.headers['content-type'],
    body: Buffer.concat(chunks).toString('utf8'),
  }
  outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())
beforeEach(() => {
  answer = { status: 200, body: '{"n":1}' }
})

const schema = z.object({ n: z.number() })

describe('request', () => {
  test('reads without a body and gives what the schema says', async () => {
    expect(await request(url, schema)).toEqual({ n: 1 })
    expect(seen).toEqual({ method: 'GET', type: undefined, body: '' })
  })

  test('changes with JSON, {} where there is nothing to say', async () => {
    await request(url, schema, { method: 'DELETE' })
    expect(seen).toEqual({ method: 'DELETE', type: 'application/json', body: '{}' })
    await request(url, schema, { method: 'PATCH', body: { title: 'Zürich' } })
    expect(seen).toEqual({ method: 'PATCH', type: 'application/json', body: '{"title":"Zürich"}' })
  })

  test('a failure carries the server’s code, sentence and details', async () => {
    answer = {
      status: 409,
      body: JSON.stringify({ error: { code: 'session_busy', message: 'Wait.', details: { runId: 'r' } } }),
    }
    const failure = { code: 'session_busy', message: 'Wait.', status: 409, details: { runId: 'r' } }
    await expect(request(url, schema)).rejects.toMatchObject(failure)
  })

  test.each(['<html>Bad gateway</html>', '{"error":{"code":"nonsense","message":"x"}}', ''])(
    'a failure that is not ours (%j) still gets a sentence',
    async (body) => {
      answer = { status: 502, body }
      await expect(request(url, schema)).rejects.toMatchObject({ code: 'unreadable', status: 502 })
    },
  )

  test.each(['{"n":"one"}', '{"n":', ''])('an answer of another shape (%j) is refused', async (body) => {
    answer = { status: 200, body }
    await expect(request(url, schema)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
  })

  test('no server is told apart from a server that refuses', async () => {
    const failure = await request('http://127.0.0.1:1/', schema).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'unreachable', status: null })
    expect(sentenceOf(failure)).toContain('cannot be reached')
  })

  test('an abort stays an abort', async () => {
    const reason = new Error('left the page')
    await expect(send(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

test('what is no request’s failure does not show its inner text', () => {
  expect(sentenceOf(new TypeError('x is undefined'))).not.toContain('undefined')
})
