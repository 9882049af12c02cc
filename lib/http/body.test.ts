import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { incomingText } from '../schemas/text.ts'
import { BODY_MAX, parse, readBody, readForm } from './body.ts'

const schema = z.strictObject({ text: incomingText(10), count: z.number().optional() })

const post = (body: BodyInit, type = 'application/json') =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers: { 'content-type': type } })

test('JSON that fits the schema', async () => {
  expect(await readBody(post('{"text":"a"}', 'application/json; charset=utf-8'), schema)).toEqual({
    text: 'a',
  })
})

test('NUL and lone surrogates become U+FFFD', async () => {
  const body = JSON.stringify({ text: 'a\u0000b\ud800c' })
  expect(await readBody(post(body), schema)).toEqual({ text: 'a\uFFFDb\uFFFDc' })
})

describe('refused', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'as %s',
    async (type) => {
      await expect(readBody(post('{"text":"a"}', type), schema)).rejects.toMatchObject({
        code: 'unsupported_media_type',
      })
    },
  )

  test.each(['', '{', 'hello', "{'text':1}"])('%j is no JSON', async (body) => {
    await expect(readBody(post(body), schema)).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test('every wrong field is named at once', async () => {
    const body = JSON.stringify({ text: 'far too long a text', count: 'x', extra: 1 })
    const error: unknown = await readBody(post(body), schema).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(String(error)).toMatch(/text: .*count: .*extra/s)
  })

  test('of very many faults the first are named, so that the answer is no larger than the body', async () => {
    const list = z.strictObject({ all: z.array(z.strictObject({ a: z.string('has to be a text') })) })
    const body = JSON.stringify({ all: Array(50_000).fill({}) })
    const error: unknown = await readBody(post(body), list).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_request', details: { issues: { length: 20 } } })
    expect(String(error)).toMatch(/all\.19\.a: has to be a text; 49980 more$/)
    expect(String(error).length).toBeLessThan(2_000)
  })

  test('of one that is long the beginning is told', async () => {
    const names = Array.from({ length: 50_000 }, (_, place) => [`unknown ${place}`, 0])
    const body = JSON.stringify({ text: 'a', ...Object.fromEntries(names) })
    const error: unknown = await readBody(post(body), schema).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(String(error)).toContain('"unknown 0"')
    expect(String(error).length).toBeLessThan(1_000)
  })

  test('what is nested deeper than it could be written again', async () => {
    const deep = `{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    await expect(readBody(post(deep), z.looseObject({ text: z.unknown() }))).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The body is nested deeper than 500 levels.',
    })
  })

  /** Gives more as long as it is read; `read` says how much was. */
  function endless(headers: Record<string, string> = {}) {
    let bytes = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          bytes += 1_000_000
          controller.enqueue(new Uint8Array(1_000_000))
        },
      },
      { highWaterMark: 0 },
    )
    const init = {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      duplex: 'half',
    }
    return { request: new Request('http://127.0.0.1/', init as RequestInit), read: () => bytes }
  }

  test('a body that is too large, before it is read to its end', async () => {
    const { request, read } = endless()
    await expect(readBody(request, schema)).rejects.toMatchObject({ code: 'body_too_large' })
    expect(read()).toBeLessThan(BODY_MAX + 5_000_000)
  })

  test('one that says so, before it is read at all', async () => {
    const { request, read } = endless({ 'content-length': '1001' })
    await expect(readBody(request, schema, 1_000)).rejects.toMatchObject({
      code: 'body_too_large',
      status: 413,
      message: 'The body is larger than 1,000 bytes.',
    })
    expect(read()).toBe(0)
  })

  test('one by one byte, and not one that just fits', async () => {
    const body = '{"text":"a"}'
    expect(await readBody(post(body), schema, body.length)).toEqual({ text: 'a' })
    await expect(readBody(post(body), schema, body.length - 1)).rejects.toMatchObject({
      code: 'body_too_large',
    })
  })
})

describe('a form', () => {
  const form = 'application/x-www-form-urlencoded'

  test('that fits the schema', async () => {
    expect(await readForm(post('text=a+b%26c', form), z.object({ text: z.string() }))).toEqual({
      text: 'a b&c',
    })
  })

  test.each([
    ['application/json', '{"text":"a"}', 'unsupported_media_type'],
    [form, `text=${'a'.repeat(20_000)}`, 'body_too_large'],
    [form, 'other=a', 'invalid_request'],
  ])('as %s: %s', async (type, body, code) => {
    await expect(readForm(post(body, type), z.object({ text: z.string() }))).rejects.toMatchObject({ code })
  })
})

test('parse gives what the schema makes of it', () => {
  expect(parse(z.coerce.number(), '4')).toBe(4)
})
