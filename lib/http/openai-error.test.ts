import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../errors.ts'
import { openaiErrorResponse } from './openai-error.ts'

async function told(code: ErrorCode, details?: Record<string, unknown>) {
  const response = openaiErrorResponse(new AppError(code, 'What happened.', details ? { details } : {}))
  return { status: response.status, headers: response.headers, error: (await response.json()).error }
}

test.each([
  ['unknown_model', 404, 'model_not_found', 'invalid_request_error', 'model'],
  ['context_too_large', 400, 'context_length_exceeded', 'invalid_request_error', 'messages'],
  ['message_too_long', 400, 'context_length_exceeded', 'invalid_request_error', 'messages'],
  ['unauthorized', 401, 'invalid_api_key', 'authentication_error', null],
  ['foreign_origin', 403, 'foreign_origin', 'permission_error', null],
  ['session_busy', 409, 'session_busy', 'invalid_request_error', null],
  ['model_rate_limited', 429, 'rate_limit_exceeded', 'rate_limit_error', null],
  ['model_failed', 502, 'model_failed', 'server_error', null],
] as const)('%s is told as clients of OpenAI know it', async (code, status, known, type, param) => {
  expect(await told(code)).toMatchObject({
    status,
    error: { message: 'What happened.', type, code: known, param },
  })
})

test('the field that is wrong is named as OpenAI does', async () => {
  const issues = [{ path: 'messages.0.content.12.type', message: 'No.' }]
  const { error } = await told('invalid_request', { issues })
  expect(error).toMatchObject({ param: 'messages[0].content[12].type' })
})

test('how long to wait is said in the header that clients read', async () => {
  const { headers } = await told('model_rate_limited', { retryAfterSeconds: 6.2 })
  expect(headers.get('retry-after')).toBe('7')
})

test('what is not known tells nothing of itself', async () => {
  const response = openaiErrorResponse(new Error('secret'))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
})
