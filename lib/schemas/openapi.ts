import { z } from 'zod'
import { ERROR_STATUS } from '../errors.ts'
import { errorResponse } from './error.ts'
import type { Answer, Endpoint, NamedSchema } from './openapi-endpoint.ts'

/** As much of JSON Schema as is read here; what else stands in one is passed on. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

type Media = Record<string, { schema: JsonSchema; example?: unknown }>
export type Operation = {
  operationId: string
  summary: string
  description: string
  security?: []
  parameters?: {
    name: string
    in: 'query' | 'header'
    required: boolean
    description?: string
    schema: JsonSchema
  }[]
  requestBody?: { required: true; content: Media }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, { description: string; schema: JsonSchema }>
      content: Media
    }
  >
}
export type OpenapiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  security: Record<string, never[]>[]
  paths: Record<string, Partial<Record<Endpoint['method'], Operation>>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

const ERROR: NamedSchema = { name: 'Error', schema: errorResponse }

const TEXT: JsonSchema = { type: 'string' }

/** What the endpoints are, in the words of OpenAPI 3.1, from the schemas that they validate with. */
export function openapiDocument(endpoints: readonly Endpoint[], version: string): OpenapiDocument {
  const paths: OpenapiDocument['paths'] = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Throughline',
      version,
      description: 'The conversations of a Throughline server, for other programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // Either will do: no token is asked for where none is set.
    security: [{ token: [] }, {}],
    paths,
    components: {
      schemas: {
        ...namedSchemas(requestsOf(endpoints), 'input'),
        ...namedSchemas(responsesOf(endpoints), 'output'),
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'One of ACCESS_TOKEN, where that is set.' },
      },
    },
  }
}

const requestsOf = (endpoints: readonly Endpoint[]): NamedSchema[] =>
  endpoints.flatMap(({ request }) => (request ? [request] : []))

const responsesOf = (endpoints: readonly Endpoint[]): NamedSchema[] => [
  ERROR,
  ...endpoints.flatMap(({ answers, errorBody }) => [
    ...answers.flatMap(({ content }) => ('schema' in content ? [content] : [])),
    ...(errorBody ? [errorBody] : []),
  ]),
]

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function namedSchemas(named: readonly NamedSchema[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const { name, schema } of named) if (!registry.has(schema)) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (name) => `#/components/schemas/${name}`,
    // What is checked by code alone has no other words.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isPreprocessed(zodSchema)) forgetType(jsonSchema)
      plain(jsonSchema)
    },
  })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutId(schema)]))
}

const withoutId = ({ $schema, $id, ...schema }: JsonSchema): JsonSchema => schema

/** What is sent goes through a function first: no schema says what that takes. */
function isPreprocessed({ _zod: { def } }: z.core.$ZodTypes): boolean {
  return def.type === 'pipe' && def.in._zod.def.type === 'transform'
}

function forgetType(schema: z.core.JSONSchema.BaseSchema): void {
  for (const key of Object.keys(schema)) if (key !== 'description') delete schema[key]
}

/** Leaves out what says nothing to a reader. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.format) delete schema.pattern
}

function operationOf(endpoint: Endpoint): Operation {
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
  const { properties = {}, required = [] } = query
    ? z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', override: (of) => plain(of.jsonSchema) })
    : {}
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
