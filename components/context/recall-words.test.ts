import { expect, test } from 'vitest'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { recallInWords } from './recall-words'

type Recall = NonNullable<ContextMapView['recall']>

const recall = (change: Partial<Recall>): Recall => ({
  reserve: 1_000,
  outcome: 'reserved',
  failure: null,
  by: null,
  model: null,
  ...change,
})
const words = (change: Partial<Recall>, segments: ContextMapView['segments'] = []) =>
  recallInWords(sampleMap({ recall: recall(change), segments }))

const passage = {
  exchangeId: 'q',
  sessionId: 's',
  answerId: null,
  seq: 0,
  rank: 1,
  score: 1,
  cosine: 0.6,
  words: 0,
  rule: 'gate',
  chars: null,
} as const

test('where nothing is recalled, nothing is said', () => {
  expect(recallInWords(sampleMap({ recall: null }))).toBeNull()
})

test('a draft: what is kept free', () => {
  expect(words({})).toBe('Up to 1,000 tokens are kept free for what is recalled once you send it.')
  expect(words({ reserve: 0 })).toBe('There is no room for what is recalled.')
})

test('found: how many, and how much of what was free', () => {
  const segment = { kind: 'recall' as const, hash: 'h', tokens: 240, passages: [passage] }
  expect(words({ outcome: 'found', by: 'meaning-and-words' }, [segment])).toBe(
    '1 passage recalled, 240 of up to 1,000 tokens.',
  )
})

test('by words alone, with the reason', () => {
  expect(words({ outcome: 'nothing', by: 'words' })).toBe(
    'Searched, and nothing said before was near enough. Searched by words alone.',
  )
  expect(words({ outcome: 'nothing', by: 'words', failure: 'The server was away' })).toContain(
    'meanings could not be compared: The server was away.',
  )
})

test('failed: why, and that the turn went on', () => {
  expect(words({ outcome: 'failed', failure: 'It took too long.' })).toBe(
    'The memory could not be searched: It took too long. The turn went on without.',
  )
})
