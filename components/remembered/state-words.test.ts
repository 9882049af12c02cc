import { expect, test } from 'vitest'
import type { MemoryState } from '@/lib/schemas/recall'
import { bytesInWords, howMuch, indexFacts, stateInWords, whatIsOwed } from './state-words'

const state = (change: Partial<MemoryState> = {}): MemoryState => ({
  available: true,
  exchanges: 214,
  sessions: 31,
  waiting: 0,
  withoutVector: 0,
  failed: 0,
  model: 'all-MiniLM-L6-v2',
  bytes: 1_240_000,
  ...change,
})

test('how much there is', () => {
  expect(howMuch(state())).toBe('214 exchanges of 31 conversations are remembered.')
  expect(howMuch(state({ exchanges: 1, sessions: 1 }))).toBe('1 exchange of 1 conversation is remembered.')
  expect(howMuch(state({ exchanges: 0, sessions: 0 }))).toBe('Nothing is remembered yet.')
})

test('what is owed is named, and nothing where nothing is', () => {
  expect(whatIsOwed(state())).toBeNull()
  expect(whatIsOwed(state({ waiting: 1 }))).toBe('1 is waiting to be indexed.')
  expect(whatIsOwed(state({ waiting: 2, withoutVector: 3, failed: 1 }))).toBe(
    '2 are waiting to be indexed, 3 are found by words only until the meaning is indexed and 1 has failed and will be tried again.',
  )
})

test('the model, and how much it takes', () => {
  expect(indexFacts(state())).toBe('Meanings by all-MiniLM-L6-v2. About 1.2 MB.')
  expect(indexFacts(state({ model: null, bytes: 0 }))).toBe('No embedding model: found by words only.')
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [52_400, '52 kB'],
  [3_200_000_000, '3.2 GB'],
])('%i is %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words)
})

test('an exchange says what it lacks, and why', () => {
  expect(stateInWords({ state: 'indexed', error: null })).toBeNull()
  expect(stateInWords({ state: 'waiting', error: null })).toBe('Waiting to be indexed.')
  expect(stateInWords({ state: 'words', error: 'The model was away.' })).toBe(
    'Found by its words only. The last try failed: The model was away.',
  )
})
