import { expect, test } from 'vitest'
import { clearHistoryRequest } from './clear-history.ts'

const parsed = (json: string) => clearHistoryRequest.safeParse(JSON.parse(json))

test('names one session, or nothing at all', () => {
  expect(parsed('{"session_id":"s"}').data).toEqual({ session_id: 's' })
  expect(parsed('{}').data).toEqual({})
  expect(parsed('{"with_quotes":true}').data).toEqual({ with_quotes: true })
})

test.each([
  '{"sessionId":"s"}',
  '{"session-id":"s"}',
  '{"session_id ":"s"}',
  '{"session_id":"s","all":true}',
  '{"session_id":"s","with_quotes":1}',
  '{"withQuotes":true}',
  '{"all":true}',
  '{"__proto__":"s"}',
  '{"__proto__":{"session_id":"s"}}',
  '{"constructor":"s"}',
  '{"session_id":""}',
  '{"session_id":null}',
  '{"session_id":7}',
  '{"session_id":["s"]}',
  `{"session_id":"${'s'.repeat(201)}"}`,
  '[]',
  'null',
  '""',
])('clearing does not take %s for all', (json) => {
  expect(parsed(json).success).toBe(false)
})
