import { expect, test, vi } from 'vitest'
import { AppError, ERROR_STATUS, type ErrorCode } from './errors.ts'

test('every code has a status that is a failure', () => {
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[])
    expect(new AppError(code, 'It failed.').status).toBeGreaterThanOrEqual(400)
})

test('the body holds what a caller may see, and no cause', () => {
  const cause = new Error('secret')
  const error = new AppError('session_busy', 'Busy.', { details: { runId: 'r' }, cause })
  expect(error.toBody()).toEqual({ code: 'session_busy', message: 'Busy.', details: { runId: 'r' } })
  expect(new AppError('not_found', 'Gone.').toBody()).toEqual({ code: 'not_found', message: 'Gone.' })
})

test('an error of another copy of the module is known as one', async () => {
  vi.resetModules()
  const copy = await import('./errors.ts')
  expect(copy.AppError).not.toBe(AppError)
  expect(new copy.AppError('not_found', 'Gone.')).toBeInstanceOf(AppError)
})

test('nothing else is', () => {
  for (const value of [new Error('x'), null, undefined, 'text', { code: 'not_found' }])
    expect(value instanceof AppError).toBe(false)
})
