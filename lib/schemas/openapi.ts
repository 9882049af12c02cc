import type { OpenapiDocument } from './openapi-document.ts'
import type { Endpoint, NamedSchema } from './openapi-endpoint.ts'
import { namedSchemas } from './openapi-json-schema.ts'
import { ERROR, operationOf } from './openapi-operation.ts'

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
