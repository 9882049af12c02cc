import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { corsHeaders, preflight } from './cors.ts'

const NOTES = 'https://notes.example'
const ask = (origin: string, headers = 'content-type,authorization') =>
  preflight(
    new Headers({
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': headers,
    }),
    [NOTES],
  )

describe('a browser that asks first', () => {
  test('hears that an allowed page may, and with what', () => {
    const { status, headers } = ask(NOTES)
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': NOTES,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type,authorization',
      'access-control-expose-headers': 'retry-after, x-cache, x-session-id',
      'access-control-max-age': '600',
    })
  })

  test('is never allowed to send cookies', () => {
    expect(ask(NOTES).headers.has('access-control-allow-credentials')).toBe(false)
  })

  test.each(['*', 'content-type\r\nset-cookie: a', 'a;b', `a${',a'.repeat(50)}`])(
    'is not told %j back',
    (asked) => {
      const headers = { get: (name: string) => (name === 'origin' ? NOTES : asked) } as Headers
      expect(preflight(headers, [NOTES]).headers.has('access-control-allow-headers')).toBe(false)
    },
  )

  test.each([
    'https://notes.example.evil.example',
    'http://notes.example',
    'https://notes.example:8443',
    'https://a.notes.example',
    'null',
    '*',
    '',
  ])('from %j is refused', (origin) => {
    expect(() => ask(origin)).toThrow(AppError)
    expect(() => ask(origin)).toThrow('CORS_ORIGINS')
  })
})

describe('an answer', () => {
  test('can be read by an allowed page', () => {
    expect(corsHeaders(NOTES, [NOTES])).toMatchObject({ 'access-control-allow-origin': NOTES })
  })

  test.each([null, 'https://evil.example', 'null'])(
    'cannot be read by %j, and says that it depends',
    (origin) => {
      expect(corsHeaders(origin, [NOTES])).toEqual({ vary: 'Origin' })
      expect(corsHeaders(origin, [])).toEqual({ vary: 'Origin' })
    },
  )
})
