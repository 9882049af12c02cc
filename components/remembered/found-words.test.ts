import { expect, test } from 'vitest'
import type { MemoryItem } from '@/lib/schemas/recall'
import { foundInWords } from './found-words'

const item = (letIn: boolean | null): MemoryItem => ({
  id: 'q',
  sessionId: 's',
  title: 'Title',
  saidAt: '2026-01-01T00:00:00.000Z',
  user: 'said',
  assistant: null,
  state: 'indexed',
  error: null,
  fit: letIn === null ? null : { score: 1, cosine: 0.5, words: 0, letIn },
})
const all = { query: '', sessionId: null, failure: null }

test('without a search: the order, or what will come to stand here', () => {
  expect(foundInWords({ ...all, items: [item(null)] })).toBe('The newest first.')
  expect(foundInWords({ ...all, items: [] })).toMatch(/^When an answer is finished/)
  expect(foundInWords({ ...all, items: [], sessionId: 's' })).toBe(
    'Nothing of this conversation is remembered.',
  )
})

test('of a search: how many a message would be given', () => {
  const search = { ...all, query: 'dogs' }
  expect(foundInWords({ ...search, items: [] })).toBe('Nothing has anything to do with “dogs”.')
  expect(foundInWords({ ...search, items: [item(false)] })).toBe(
    'A message that says this would be given nothing.',
  )
  expect(foundInWords({ ...search, items: [item(true), item(false)] })).toBe(
    'A message that says this would be given this passage.',
  )
  expect(foundInWords({ ...search, items: [item(true), item(true)] })).toContain('the best of these 2.')
  expect(foundInWords({ ...search, items: [item(false)], failure: 'The model was away.' })).toContain(
    'Searched by words alone: The model was away.',
  )
})
