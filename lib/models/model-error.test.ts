import { APICallError, RetryError } from 'ai'
import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { incomplete, modelError, type Server, silent } from './model-error.ts'

const SERVER: Server = {
  label: 'Server',
  secrets: [],
  advice: { unauthorized: 'Check the key.', unreachable: 'Start it.' },
}
const NOW = new Date('2026-11-30T12:00:00Z')

const callError = (fields: Partial<ConstructorParameters<typeof APICallError>[0]>) =>
  new APICallError({ message: '', url: 'http://server', requestBodyValues: {}, ...fields })
const coded = (code: string) => Object.assign(new Error('deep'), { code })

const bodyOf = (error: unknown) => modelError(error, SERVER, NOW).toBody()

describe('connections', () => {
  test.each([
    ['ECONNREFUSED', 'model_unreachable'],
    ['ENOTFOUND', 'model_unreachable'],
    ['CERT_HAS_EXPIRED', 'model_unreachable'],
    ['ECONNRESET', 'model_unreachable'],
    ['UND_ERR_HEADERS_TIMEOUT', 'model_timeout'],
  ])('%s before an answer: %s', (code, expected) => {
    expect(bodyOf(callError({ cause: new Error('outer', { cause: coded(code) }) })).code).toBe(expected)
  })

  test.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s: the certificate is named, and what to do', (code) => {
    const { message } = bodyOf(callError({ cause: coded(code) }))
    expect(message).toContain(`a certificate that is not trusted here (${code})`)
    expect(message).toContain('NODE_EXTRA_CA_CERTS')
  })

  test('that end inside an answer: incomplete', () => {
    expect(bodyOf(callError({ statusCode: 200, cause: coded('UND_ERR_SOCKET') })).code).toBe(
      'model_incomplete',
    )
  })
})

describe('statuses', () => {
  test.each([
    [400, 'model_refused'],
    [401, 'model_unauthorized'],
    [403, 'model_unauthorized'],
    [404, 'model_refused'],
    [408, 'model_timeout'],
    [413, 'model_refused'],
    [429, 'model_rate_limited'],
    [500, 'model_failed'],
    [529, 'model_failed'],
  ])('%i: %s', (statusCode, code) => {
    expect(bodyOf(callError({ statusCode }))).toMatchObject({ code, details: { status: statusCode } })
  })

  test('a wait is told in whole seconds, rounded up', () => {
    const error = callError({ statusCode: 429, responseHeaders: { 'retry-after-ms': '1200' } })
    expect(bodyOf(error)).toEqual({
      code: 'model_rate_limited',
      message:
        'Server takes no more requests for now. The conversation is kept. Try again in 2 seconds, or choose another model.',
      details: { status: 429, retryAfterSeconds: 2 },
    })
  })
})

test('the last error of several tries counts', () => {
  const error = new RetryError({
    message: 'three tries',
    reason: 'maxRetriesExceeded',
    errors: [callError({ statusCode: 500 }), callError({ statusCode: 401 })],
  })
  expect(bodyOf(error).code).toBe('model_unauthorized')
})

test('an error of ours is returned as it is', () => {
  const error = new AppError('model_timeout', 'Too slow.')
  expect(modelError(error, SERVER, NOW)).toBe(error)
})

test('what is no error at all still gives a sentence', () => {
  expect(bodyOf({ odd: true })).toEqual({
    code: 'model_failed',
    message: 'Server failed while answering. The conversation is kept. Try again, or choose another model.',
  })
})

test('nothing is said to be kept to those who keep nothing', () => {
  const server = { ...SERVER, keepsNothing: true }
  const failures = [
    { odd: true },
    callError({ statusCode: 429 }),
    callError({ cause: coded('ECONNREFUSED') }),
  ]
  const errors = failures.map((each) => modelError(each, server, NOW))
  for (const { message } of [...errors, incomplete(server), silent(server, 1_000)]) {
    expect(message).toMatch(/^Server .+\. [A-Z]/)
    expect(message).not.toContain('kept')
  }
})
