import { openapiDocument } from '../lib/schemas/openapi.ts'
import { ENDPOINTS } from '../lib/schemas/openapi-endpoints.ts'
import { documentCheck } from '../lib/schemas/testing/document-check.ts'
import { type Malformed, malformedRequests } from './support/malformed.ts'
import { expect, test } from './support/test.ts'

const BODIES = 1_000
const QUERIES = 200
const AT_ONCE = 8
const SEED = 20_261_130

const { faultsOfResponse } = documentCheck(openapiDocument(ENDPOINTS, '0.0.0'))

async function answerTo(base: string, { endpoint, query, contentType, body }: Malformed) {
  const response = await fetch(`${base}${endpoint.path}${query}`, {
    method: endpoint.method.toUpperCase(),
    headers: contentType === null ? {} : { 'content-type': contentType },
    body,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  return { status: response.status, text: await response.text(), isStream }
}

/** What is wrong with the answer to a request; null: nothing, whatever the request was. */
async function faultOf(base: string, sent: Malformed): Promise<string | null> {
  const { method, path } = sent.endpoint
  const { status, text, isStream } = await answerTo(base, sent)
  const faults = isStream ? [] : faultsOfResponse({ method, path, status, body: JSON.parse(text) })
  if (status < 500 && faults.length === 0) return null
  const body = sent.body && new TextDecoder().decode(sent.body).slice(0, 500)
  return `${path}${sent.query} ${body} → ${status} ${faults.join('; ')} ${text.slice(0, 300)}`
}

test('a thousand malformed bodies, and queries: each is answered, none with a failure of ours, and as the document says', async ({
  app,
}) => {
  test.setTimeout(180_000)
  const taking = ENDPOINTS.filter(({ request }) => request)
  const requests = [
    ...malformedRequests(taking, BODIES, SEED),
    ...malformedRequests(
      ENDPOINTS.filter(({ request }) => !request),
      QUERIES,
      SEED,
    ),
  ]
  const statuses = new Map<string, number>()
  const faults: string[] = []
  const queue = requests.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of queue) {
        const fault = await faultOf(app.url, request)
        if (fault) faults.push(fault)
        statuses.set(request.endpoint.path, (statuses.get(request.endpoint.path) ?? 0) + 1)
      }
    }),
  )
  expect(faults).toEqual([])
  for (const { path } of ENDPOINTS) expect(statuses.get(path), path).toBeGreaterThan(20)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})
