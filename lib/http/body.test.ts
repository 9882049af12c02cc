import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { incomingText } from '../schemas/text.ts'
import { BODY_MAX, parse, readBody } from './body.ts'

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

  test('a body that is too large, before it is read to its end', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000
        controller.enqueue(new Uint8Array(1_000_000))
      },
    })
    const init = {
      method: 'POST',
      body: endless,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    }
    await expect(
      readBody(new Request('http://127.0.0.1/', init as RequestInit), schema),
    ).rejects.toMatchObject({
      code: 'body_too_large',
    })
    expect(sent).toBeLessThan(BODY_MAX + 5_000_000)
  })
})

test('parse gives what the schema makes of it', () => {
  expect(parse(z.coerce.number(), '4')).toBe(4)
})
