import { z } from 'zod'
import type { JsonSchema } from './openapi-document.ts'
import type { NamedSchema } from './openapi-endpoint.ts'

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The JSON Schema of each by its name, as it is sent (`input`) or given (`output`). */
export function namedSchemas(
  named: readonly NamedSchema[],
  io: 'input' | 'output',
): Record<string, JsonSchema> {
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

/** The fields of a query, as they are sent. */
export const querySchema = (query: z.ZodObject) =>
  z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', override: (of) => plain(of.jsonSchema) })
