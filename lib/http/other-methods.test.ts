import { expect, test } from 'vitest'
import { openaiErrorResponse } from './openai-error.ts'
import { otherMethods } from './other-methods.ts'

const context = { params: Promise.resolve({}) }
const ask = (method: string) =>
  new Request('http://127.0.0.1:3000/ask', { method, headers: { host: '127.0.0.1:3000' } })

test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s is told which method to take', async (method) => {
  const response = await otherMethods('POST')[method](ask(method), context)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
  expect(await response.json()).toMatchObject({
    error: { code: 'method_not_allowed', message: `/ask is asked by POST, not by ${method}.` },
  })
})

test('a client of OpenAI is told in the shape that it knows', async () => {
  const { GET } = otherMethods('POST', { toError: openaiErrorResponse })
  expect(await (await GET(ask('GET'), context)).json()).toMatchObject({
    error: { type: 'invalid_request_error', code: 'method_not_allowed', param: null },
  })
})

test('OPTIONS names the method that there is', async () => {
  const response = await otherMethods('GET').OPTIONS(ask('OPTIONS'), context)
  expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, OPTIONS'])
})
