import { expect, test } from 'vitest'
import { DEFAULT_RECALL } from '../schemas/memory-settings.ts'
import { DEFAULT_SETTINGS } from '../schemas/settings.ts'
import { effectiveMemory } from './effective-memory.ts'

const memory = { maxExchanges: 20, maxTokens: 8_000, useSummary: true, recall: DEFAULT_RECALL }
const owners = { ...DEFAULT_SETTINGS, memory }

test('what a session has of its own counts before the owner’s, field by field', () => {
  expect(effectiveMemory(owners, null)).toEqual(owners.memory)
  expect(effectiveMemory(owners, {})).toEqual(owners.memory)
  expect(effectiveMemory(owners, { maxExchanges: 5 })).toEqual({ ...owners.memory, maxExchanges: 5 })
})

test('no limit and no memory are choices of their own, not the lack of one', () => {
  expect(effectiveMemory(owners, { maxExchanges: null, maxTokens: null, useSummary: false })).toEqual({
    maxExchanges: null,
    maxTokens: null,
    useSummary: false,
    recall: DEFAULT_RECALL,
  })
  expect(effectiveMemory(owners, { maxExchanges: 0 }).maxExchanges).toBe(0)
})

test('what is tried counts before both', () => {
  expect(effectiveMemory(owners, { maxExchanges: 5, useSummary: false }, { maxExchanges: null })).toEqual({
    maxExchanges: null,
    maxTokens: 8_000,
    useSummary: false,
    recall: DEFAULT_RECALL,
  })
})

test('recall is as by default where nobody chose, and of a session’s own field by field', () => {
  const before = { memory: { maxExchanges: null, maxTokens: null, useSummary: true } }
  expect(effectiveMemory(before, null).recall).toEqual(DEFAULT_RECALL)
  const chosen = { memory: { ...before.memory, recall: { ...DEFAULT_RECALL, topK: 7 } } }
  expect(effectiveMemory(chosen, { recall: { from: 'off' } }).recall).toEqual({
    ...DEFAULT_RECALL,
    topK: 7,
    from: 'off',
  })
})
