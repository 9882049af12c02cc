import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schemaFields, typeInWords } from './schema-fields.ts'

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
const fields = (schema: z.ZodType) => schemaFields(schemaOf(schema), {})

test('every field with what it may be, and whether it has to be there', () => {
  const schema = z.strictObject({
    query: z.string().min(1).max(10).describe('What is asked.'),
    limit: z.number().min(1).max(9).default(5),
    user: z.string().nullish(),
  })
  expect(fields(schema)).toEqual([
    {
      path: 'query',
      type: 'string, from 1 to 10 characters',
      required: true,
      description: 'What is asked.',
    },
    { path: 'limit', type: 'number, from 1 to 9, else 5', required: false, description: null },
    { path: 'user', type: 'string | null', required: false, description: null },
  ])
})

test('what stands in objects and lists, also where it may be null', () => {
  const range = z.object({ from: z.number(), to: z.number() })
  const schema = z.object({ one: range.nullable(), many: z.array(range) })
  expect(fields(schema).map(({ path }) => path)).toEqual([
    'one',
    'one.from',
    'one.to',
    'many',
    'many[].from',
    'many[].to',
  ])
})

test('by reference, and no further where a schema holds itself', () => {
  const named = {
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
  } as const
  const paths = schemaFields({ $ref: '#/components/schemas/Node' }, named).map(({ path }) => path)
  expect(paths.slice(0, 2)).toEqual(['next', 'next.next'])
  expect(paths.length).toBeLessThan(10)
})

describe('types', () => {
  test.each([
    [z.enum(['a', 'b']), '"a" | "b"'],
    [z.literal(true), 'true'],
    [z.unknown(), 'anything'],
    [z.array(z.string()), 'list of string'],
    [z.string().max(9), 'string, to 9 characters'],
  ])('%#', (schema, words) => expect(typeInWords(schemaOf(schema), {})).toBe(words))
})
