import type { OpenapiDocument } from '../lib/schemas/openapi-document.ts'
import { documentCheck } from '../lib/schemas/testing/document-check.ts'
import { post } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('what the document says is what the server does', async ({ app }) => {
  const response = await fetch(`${app.url}/openapi.json`)
  expect(response.headers.get('content-type')).toBe('application/json')
  const document: OpenapiDocument = await response.json()
  const { faultsOfResponse } = documentCheck(document)
  const json = async (answer: Response) => ({ status: answer.status, body: await answer.json() })

  const get = async (path: string, query = '') => {
    const answered = await json(await fetch(`${app.url}${path}${query}`))
    expect(faultsOfResponse({ method: 'get', path, ...answered }), path).toEqual([])
    return answered
  }
  const send = async (path: string, body: unknown) => {
    const answered = await json(await post(`${app.url}${path}`, body))
    expect(faultsOfResponse({ method: 'post', path, ...answered }), path).toEqual([])
    return answered
  }

  await get('/healthz')
  await get('/openapi.json')
  const { body } = await send('/ask', { query: '[[words 3]]', user: 'u', metadata: { skill: 'odd' } })
  const { session_id } = body
  await send('/code_assist', { query: '[[say]] ```js\nconst a = 1\n```' })
  await send('/get_history', { session_id })
  await send('/get_history', { session_id, all: true, limit: 1 })
  await get('/list_sessions', '?limit=1')

  expect((await send('/clear_history', { session_id })).status).toBe(200)
  expect((await send('/clear_history', { session_id })).status).toBe(404)
  expect((await send('/clear_history', {})).status).toBe(200)
  expect((await send('/clear_history', { sessionId: session_id })).status).toBe(400)

  for (const path of ['/ask', '/ask_stream', '/code_assist', '/get_history'])
    expect((await send(path, {})).status, path).toBe(400)
  expect((await send('/get_history', { session_id: 'unknown' })).status).toBe(404)
  expect((await send('/ask', { query: '[[status 401]]' })).status).toBe(502)
  expect((await send('/ask', { query: 'x'.repeat(1_000_001) })).status).toBe(413)
  expect((await get('/list_sessions', '?limit=0')).status).toBe(400)
})
