import type { OpenapiDocument } from '../lib/schemas/openapi.ts'
import { documentCheck } from '../lib/schemas/testing/document-check.ts'
import { expect, test } from './support/test.ts'

test('what the server says of itself is so', async ({ app }) => {
  const response = await fetch(`${app.url}/openapi.json`)
  expect(response.headers.get('content-type')).toBe('application/json')
  const document: OpenapiDocument = await response.json()
  const { faultsOfResponse } = documentCheck(document)
  const get = async (path: string) => {
    const { status, ...answered } = await fetch(`${app.url}${path}`).then(async (it) => ({
      status: it.status,
      body: await it.json(),
    }))
    return { method: 'get', path, status, ...answered } as const
  }
  for (const path of ['/healthz', '/openapi.json'])
    expect(faultsOfResponse(await get(path)), path).toEqual([])
})
