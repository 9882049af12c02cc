import { expect, test } from 'vitest'
import { DEFAULT_RECALL } from '@/lib/schemas/memory-settings'
import type { MemoryItem } from '@/lib/schemas/recall'
import { foundInWords as inWords } from './found-words'

const item = (letIn: boolean | null): MemoryItem => ({
  id: 'q',
  sessionId: 's',
  title: 'Title',
  saidAt: '2026-01-01T00:00:00.000Z',
  user: 'said',
  assistant: null,
  state: 'indexed',
  error: null,
  fit: letIn === null ? null : { score: 1, cosine: 0.5, words: 0, told: 'something', letIn },
})
const all = { query: '', sessionId: null, from: null, to: null, failure: null }
const foundInWords = (found: Parameters<typeof inWords>[0], recall = {}) =>
  inWords(found, { ...DEFAULT_RECALL, ...recall })

test('without a search: the order, or what will come to stand here', () => {
  expect(foundInWords({ ...all, items: [item(null)] })).toBe('The newest first.')
  expect(foundInWords({ ...all, items: [] })).toMatch(/^When an answer is finished/)
  expect(foundInWords({ ...all, items: [], sessionId: 's' })).toBe(
    'Nothing of this conversation is remembered.',
  )
  for (const recall of [{ from: 'off' as const }, { remembered: false }])
    expect(foundInWords({ ...all, items: [] }, recall)).toMatch(/^As recall is set above, only/)
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
  const five = Array.from({ length: 5 }, () => item(true))
  expect(foundInWords({ ...search, items: five })).toContain('the best 3 of these 5, where they differ.')
  expect(foundInWords({ ...search, items: [item(false)], sessionId: 's' })).toBe(
    'Of this conversation alone, a message that says this would be given nothing.',
  )
  expect(foundInWords({ ...search, items: five }, { topK: 1 })).toContain('the best one of these 5, where')
  expect(foundInWords({ ...search, items: five }, { topK: 5 })).toContain('these 5, where they differ.')
  expect(foundInWords({ ...search, items: five }, { topK: 0 })).toContain(
    'nothing, as the settings ask for no',
  )
  expect(foundInWords({ ...search, items: five }, { from: 'session' })).toMatch(
    /^If all conversations were recalled from, a message that says this would be given the best 3/,
  )
  expect(foundInWords({ ...search, items: [item(false)], failure: 'The model was away.' })).toContain(
    'Searched by words alone: The model was away.',
  )
})

test('of some days, that only they are looked at', () => {
  const days = { ...all, from: '2026-01-02', to: '2026-01-05' }
  const within = 'said from 2 Jan 2026 to 5 Jan 2026'
  expect(foundInWords({ ...days, items: [item(null)] })).toBe(
    'Said from 2 Jan 2026 to 5 Jan 2026, the newest first.',
  )
  expect(foundInWords({ ...days, items: [] })).toBe(`Nothing that was ${within} is remembered.`)
  const search = { ...days, query: 'dogs' }
  expect(foundInWords({ ...search, items: [] })).toBe(
    `Nothing that was ${within} has anything to do with “dogs”.`,
  )
  expect(foundInWords({ ...search, items: [item(false)] })).toBe(
    `Of what was ${within}, a message that says this would be given nothing.`,
  )
  expect(foundInWords({ ...search, items: [item(false)] }, { from: 'off' })).toMatch(
    /^Of what was said .+ 2026, and if all conversations were recalled from, a message that/,
  )
  expect(foundInWords({ ...search, sessionId: 's', items: [] })).toBe(
    `Nothing of this conversation that was ${within} has anything to do with “dogs”.`,
  )
  expect(foundInWords({ ...search, sessionId: 's', items: [item(false)] })).toBe(
    `Of this conversation alone, and of what was ${within}, a message that says this would be given nothing.`,
  )
})
