import { ERROR_STATUS } from '../errors.ts'
import { errorResponse } from './error.ts'
import type { JsonSchema, Operation } from './openapi-document.ts'
import type { Answer, Endpoint, NamedSchema } from './openapi-endpoint.ts'
import { querySchema, refTo } from './openapi-json-schema.ts'

/** The shape of errors, where an endpoint has no other. */
export const ERROR: NamedSchema = { name: 'Error', schema: errorResponse }

const TEXT: JsonSchema = { type: 'string' }

/** One endpoint, in the words of OpenAPI. */
export function operationOf(endpoint: Endpoint): Operation {
  const { summary, description, request, answers, open } = endpoint
  const parameters = parametersOf(endpoint)
  return {
    operationId: endpoint.path.slice(1).replaceAll(/\W+/g, '_'),
    summary,
    description,
    ...(open ? { security: [] as [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request
      ? {
          requestBody: {
            required: true as const,
            content: { 'application/json': { schema: refTo(request.name), example: request.example } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [answer.status, responseOf(answer)])),
      ...failuresOf(endpoint),
    },
  }
}

function parametersOf({ query, headers = {} }: Endpoint): NonNullable<Operation['parameters']> {
  const { properties = {}, required = [] } = query ? querySchema(query) : {}
  return [
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: required.includes(name),
      schema: typeof schema === 'boolean' ? {} : schema,
    })),
    ...Object.entries(headers).map(([name, says]) => ({
      name,
      in: 'header' as const,
      required: false,
      description: says,
      schema: TEXT,
    })),
  ]
}

function responseOf({ description, content, headers }: Answer): Operation['responses'][string] {
  const named = Object.entries(headers ?? {}).map(([name, says]) => [
    name,
    { description: says, schema: TEXT },
  ])
  return {
    description,
    ...(named.length > 0 ? { headers: Object.fromEntries(named) } : {}),
    content:
      'schema' in content
        ? { 'application/json': { schema: refTo(content.name), example: content.example } }
        : {
            'text/event-stream': {
              schema: { ...TEXT, description: content.stream },
              example: content.example,
            },
          },
  }
}

function failuresOf({ errors, errorBody = ERROR, renamed = {} }: Endpoint): Operation['responses'] {
  const named = errors.map((code) => ({ code, status: ERROR_STATUS[code], ...renamed[code] }))
  return Object.fromEntries(
    [...Map.groupBy(named, ({ status }) => status)].map(([status, those]) => [
      status,
      {
        description: [...new Set(those.map(({ code }) => code))].join(', '),
        content: { 'application/json': { schema: refTo(errorBody.name) } },
      },
    ]),
  )
}
