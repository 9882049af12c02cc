import { expect, test } from 'vitest'
import { readArguments, USAGE } from './arguments.ts'

const words = (line: string) => readArguments(line.split(' '))

test('a search has its words, with or without quotes, and its options', () => {
  const query = { query: 'what is my dog called', sessionId: null, cursor: null, limit: 10 }
  expect(readArguments(['search', 'what is my dog called'])).toEqual({ kind: 'search', query })
  expect(words('search what is my dog called --session s1 --limit 3')).toEqual({
    kind: 'search',
    query: { ...query, sessionId: 's1', limit: 3 },
  })
})

test('the state and a measurement', () => {
  expect(words('status')).toEqual({ kind: 'status' })
  expect(words('eval some/folder')).toEqual({ kind: 'eval', folder: 'some/folder' })
  expect(words('eval')).toEqual({ kind: 'eval', folder: expect.stringMatching(/bench\/memorybank$/) })
})

test.each([
  '',
  'find dog',
  'status now',
  'status --limit 3',
  'eval a b',
  'search',
  'search dog --lim 3',
  'search dog --limit',
])('%j is told what there is', (line) => {
  expect(() => words(line)).toThrow(USAGE)
})

test.each(['0', '101', 'many', '1.5'])('no list is %s long', (limit) => {
  expect(() => words(`search dog --limit ${limit}`)).toThrow(/^limit: /)
})
