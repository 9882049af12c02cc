import { expect, test } from 'vitest'
import { toldFailure, toldFailureIn } from './told-failure.ts'

test.each([
  [{ error: 'No' }, { sentence: 'No', status: null }],
  [
    { error: 'No', code: 429 },
    { sentence: 'No', status: 429 },
  ],
  [{ error: { message: 'No', code: '503' } }, { sentence: 'No', status: 503 }],
  [{ error: { message: 'No', code: 'rate_limit' } }, { sentence: 'No', status: null }],
  [{ error: { code: 200 } }, { sentence: '', status: null }],
  [{ detail: 'No' }, { sentence: 'No', status: null }],
  [
    { message: 'No', status: 500 },
    { sentence: 'No', status: 500 },
  ],
])('%j tells of %j', (value, told) => {
  expect(toldFailure(value)).toEqual(told)
  expect(toldFailureIn(JSON.stringify(value))).toEqual(told)
})

test.each([
  { error: null },
  { error: '' },
  { choices: [], message: 'hello' },
  { output: [], message: 'hello' },
  { detail: [1] },
  ['error'],
  null,
  7,
])('%j tells of none', (value) => {
  expect(toldFailure(value)).toBeNull()
})

test.each(['', '{"error":', '<html>'])('%j is no JSON, and tells of none', (text) => {
  expect(toldFailureIn(text)).toBeNull()
})
