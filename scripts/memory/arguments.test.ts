import { expect, test } from 'vitest'
import { readArguments, USAGE } from './arguments.ts'

const words = (line: string) => readArguments(line.split(' '))

test('a search has its words, with or without quotes, and its options', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const query = {
    ...{ query: 'what is my dog called', sessionId: null, cursor: null, limit: 10 },
    ...{ from: null, to: null, timeZone },
  }
  expect(readArguments(['search', 'what is my dog called'])).toEqual({ kind: 'search', query })
  const options = '--session s1 --from 2026-01-02 --to 2026-01-03 --limit 3'
  expect(words(`search what is my dog called ${options}`)).toEqual({
    kind: 'search',
    query: { ...query, sessionId: 's1', from: '2026-01-02', to: '2026-01-03', limit: 3 },
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

test('days that are none, or the wrong way round, are told', () => {
  expect(() => words('search dog --from yesterday')).toThrow(/^from: This is no day/)
  expect(() => words('search dog --from 2026-01-03 --to 2026-01-02')).toThrow(
    /^The first day is after the last/,
  )
})
