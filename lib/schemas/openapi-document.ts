import type { z } from 'zod'
import type { Endpoint } from './openapi-endpoint.ts'

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
