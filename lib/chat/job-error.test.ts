import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { jobErrorOf, loggedJobError } from './job-error.ts'

test('a failure that can be expected is logged in a few words, none of them from a conversation', () => {
  const cause = new Error('secret words')
  const error = new AppError('model_rate_limited', 'It says: secret words', {
    cause,
    details: { status: 429 },
  })
  expect(loggedJobError(error)).toEqual({
    code: 'model_rate_limited',
    message: jobErrorOf(error),
    details: { status: 429 },
  })
  expect(JSON.stringify(loggedJobError(error))).not.toContain('secret')
})

test.each([new TypeError('a mistake'), new AppError('internal', 'It failed.')])(
  'one that nobody expected is logged as it is, with its stack: %s',
  (error) => expect(loggedJobError(error)).toBe(error),
)
