import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ERROR_STATUS } from '../errors.ts'
import { openapiDocument } from './openapi.ts'
import type { Content, Endpoint } from './openapi-endpoint.ts'
import { ENDPOINTS } from './openapi-endpoints.ts'
import { documentCheck } from './testing/document-check.ts'

const document = openapiDocument(ENDPOINTS, '1.2.3')
const check = documentCheck(document)

const answersOf = ({ answers }: Endpoint): Content[] =>
  answers.flatMap(({ content }) => ('schema' in content ? [content] : []))

test('it says what it is', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Throughline', version: '1.2.3' } })
})

test('no route for other programs is missing, and none is invented', () => {
  const app = join(import.meta.dirname, '../../app')
  const routes = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(\(rest\)|v1|healthz|openapi\.json)\/(.*\/)?route\.ts$/.test(file))
    // It stands for all that there is not.
    .filter((file) => !file.includes('[...'))
    .flatMap((file) => {
      const path = `/${file}`.replace(/\/route\.ts$/, '').replace('/(rest)', '')
      const methods = readFileSync(join(app, file), 'utf8').matchAll(
        /^export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/gm,
      )
      return [...methods].map(([, method = '']) => `${method.toLowerCase()} ${path}`)
    })
  expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort())
})

test('a name means one schema', () => {
  const schemas = new Map<string, z.ZodType>()
  for (const { request, errorBody, ...rest } of ENDPOINTS)
    for (const named of [request, errorBody, ...answersOf(rest as Endpoint)]) {
      if (!named) continue
      expect(schemas.get(named.name) ?? named.schema, named.name).toBe(named.schema)
      schemas.set(named.name, named.schema)
    }
  expect(schemas.has('Error')).toBe(false)
})

test('every reference leads somewhere', () => {
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
  expect(names.length).toBeGreaterThan(ENDPOINTS.length)
  for (const [, name = ''] of names) expect(document.components.schemas, name).toHaveProperty([name])
  expect(JSON.stringify(document)).not.toContain('$defs')
})

describe.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('has examples that the document and the schemas take', () => {
      const { request } = endpoint
      for (const { name, schema, example } of [...(request ? [request] : []), ...answersOf(endpoint)]) {
        expect(check.faults(name, example), name).toEqual([])
        expect(schema.safeParse(example).error, name).toBeUndefined()
      }
    })

    test('tells its failures apart from its answers', () => {
      const statuses = endpoint.errors.map((code) => ERROR_STATUS[code])
      for (const { status } of endpoint.answers) expect(statuses).not.toContain(status)
      expect(new Set(endpoint.errors).size).toBe(endpoint.errors.length)
    })
  },
)

describe('what is made of schemas', () => {
  const made = openapiDocument(
    [
      {
        method: 'post',
        path: '/try/it',
        summary: 'Tries',
        description: 'Tries it.',
        query: z.object({ limit: z.coerce.number().int().min(1).default(5) }),
        headers: { 'Idempotency-Key': 'A repeat.' },
        request: {
          name: 'Try',
          schema: z.strictObject({ text: z.string().transform((text) => text.length) }),
          example: { text: 'a' },
        },
        answers: [
          {
            status: 200,
            description: 'Tried.',
            content: { name: 'Tried', schema: z.object({ at: z.iso.datetime() }), example: {} },
            headers: { 'x-cache': 'How.' },
          },
          { status: 202, description: 'Told.', content: { stream: 'Words.', example: 'data: a' } },
        ],
        errors: ['invalid_json', 'invalid_request', 'session_busy'],
        open: true,
      },
    ],
    '1.0.0',
  )

  test('a request is told as it is sent, a response as it is given', () => {
    expect(made.components.schemas).toMatchObject({
      Try: { properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
      Tried: { properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
    })
    expect(made.components.schemas.Tried).not.toHaveProperty('properties.at.pattern')
    expect(Object.keys(made.components.schemas.Try ?? {})).not.toContain('$id')
  })

  test('parameters, headers, streams and failures by their status', () => {
    expect(made.paths['/try/it']?.post).toMatchObject({
      operationId: 'try_it',
      security: [],
      parameters: [
        { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 5 } },
        { name: 'Idempotency-Key', in: 'header', required: false },
      ],
      requestBody: { required: true },
      responses: {
        200: { headers: { 'x-cache': { description: 'How.' } } },
        202: { content: { 'text/event-stream': { example: 'data: a' } } },
        400: { description: 'invalid_json, invalid_request' },
        409: { description: 'session_busy' },
      },
    })
  })

  test('what goes through a function first may be anything', () => {
    const schema = z.strictObject({ text: z.preprocess(String, z.string()).describe('A text.') })
    const answer = { status: 200, description: '', content: { name: 'A', schema: z.object({}), example: {} } }
    const request = { name: 'Sent', schema, example: { text: 1 } }
    const document = openapiDocument(
      [{ method: 'post', path: '/a', summary: '', description: '', request, answers: [answer], errors: [] }],
      '1.0.0',
    )
    expect(document.components.schemas.Sent?.properties).toEqual({ text: { description: 'A text.' } })
  })

  test('the check notices what does not fit', () => {
    const { faults, faultsOfResponse } = documentCheck(made)
    expect(faults('Try', { text: 1 })).not.toEqual([])
    expect(faults('Try', { text: 'a', more: 1 })).not.toEqual([])
    expect(faults('Nothing', {})).toEqual(['There is no schema Nothing.'])
    const at = { method: 'post', path: '/try/it' } as const
    expect(faultsOfResponse({ ...at, status: 409, body: { error: {} } })).not.toEqual([])
    expect(faultsOfResponse({ ...at, status: 500, body: {} })).toEqual([
      'post /try/it does not say that it answers 500.',
    ])
  })
})
