import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { refusePage } from './refuse-page.ts'

const unauthorized = new AppError('unauthorized', 'Sign in.')

function refusal(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', error = unauthorized } = {},
) {
  const nextUrl = new URL(path, 'http://127.0.0.1:3000')
  return refusePage({ method, headers: new Headers(headers), nextUrl }, error)
}

const BROWSER = { accept: 'text/html,application/xhtml+xml' }

test('a person is led to the sign-in, which knows the way back', () => {
  const response = refusal('/c/1?a=b', BROWSER)
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe('http://127.0.0.1:3000/sign-in?next=%2Fc%2F1%3Fa%3Db')
  expect(refusal('/settings', { rsc: '1', accept: '*/*' }).status).toBe(307)
})

test('a program is told what is wrong', async () => {
  const response = refusal('/list_sessions', { accept: '*/*' })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect((await response.json()).error.code).toBe('unauthorized')
  expect(refusal('/ask', BROWSER, { method: 'POST' }).status).toBe(401)
  expect(refusal('/', { ...BROWSER, authorization: 'Bearer wrong' }).status).toBe(401)
})

test('what no sign-in mends is said', () => {
  const error = new AppError('too_many_attempts', 'Wait.', { details: { retryAfterSeconds: 5 } })
  expect(refusal('/', BROWSER, { error }).headers.get('retry-after')).toBe('5')
  expect(refusal('/', BROWSER, { error: new AppError('foreign_host', 'No.') }).status).toBe(403)
})
