import type { JsonSchema } from '@/lib/schemas/openapi-document'

/** A field of a body as a row of its table. `path`: from the body down, with `[]` behind a list. */
export type SchemaField = { path: string; type: string; required: boolean; description: string | null }

type Named = Readonly<Record<string, JsonSchema>>
type Part = NonNullable<JsonSchema['items']> | JsonSchema | undefined

/** Deeper than anything is nested; a schema that holds itself ends here. */
const DEPTH = 5

/** All fields of a schema, those of what stands in it below their own. */
export function schemaFields(schema: JsonSchema, named: Named, prefix = '', depth = DEPTH): SchemaField[] {
  if (depth === 0) return []
  const whole = resolved(schema, named)
  return alternativesOf(whole, named).flatMap((each) => {
    const { properties, items, required = [] } = each
    const below = single(items)
    return [
      ...Object.entries(properties ?? {}).flatMap(([name, value]) => {
        const field = resolved(single(value), named)
        const path = `${prefix}${name}`
        return [
          {
            path,
            type: typeInWords(field, named),
            required: required.includes(name),
            description: field.description ?? null,
          },
          ...schemaFields(field, named, isList(field, named) ? path : `${path}.`, depth - 1),
        ]
      }),
      ...(below ? schemaFields(below, named, `${prefix}[].`, depth - 1) : []),
    ]
  })
}

/** What a value may be, in words. */
export function typeInWords(schema: JsonSchema, named: Named): string {
  const whole = resolved(schema, named)
  const { enum: values, const: only, items, anyOf, oneOf } = whole
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = anyOf ?? oneOf
  if (alternatives)
    return [...new Set(alternatives.map((each) => typeInWords(single(each), named)))].join(' | ')
  const types = typesOf(whole).map((type) =>
    type === 'array' ? `list of ${typeInWords(single(items), named)}` : type,
  )
  return `${types.join(' | ') || 'anything'}${boundsOf(whole)}`
}

function boundsOf({ minimum, maximum, minLength, maxLength, default: byDefault }: JsonSchema): string {
  const from = minimum ?? minLength
  const to = maximum ?? maxLength
  const range = [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`]
  const unit = minLength !== undefined || maxLength !== undefined ? 'characters' : ''
  const bounds = from === undefined && to === undefined ? [] : [[...range, unit].filter(Boolean).join(' ')]
  const fallback = byDefault === undefined ? [] : [`else ${JSON.stringify(byDefault)}`]
  return [...bounds, ...fallback].map((words) => `, ${words}`).join('')
}

const single = (part: Part | boolean | readonly Part[]): JsonSchema =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as JsonSchema) : {}

function resolved(schema: JsonSchema, named: Named): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (named[name] ?? {})
}

/** What a schema may be that has fields of its own. */
function alternativesOf(schema: JsonSchema, named: Named): JsonSchema[] {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (!alternatives) return [schema]
  return alternatives.map((each) => resolved(single(each), named))
}

const isList = (schema: JsonSchema, named: Named): boolean =>
  alternativesOf(schema, named).some((each) => typesOf(each).includes('array'))

const typesOf = ({ type }: JsonSchema): string[] => (type === undefined ? [] : [type].flat())
