import { expect, test } from 'vitest'
import { DEFAULT_RECALL } from '@/lib/schemas/memory-settings'
import { inForce, isSameMemory, ownFor, stored, without, withoutRecall } from './own-memory'

const defaults = { maxExchanges: null, maxTokens: 8_000, useSummary: true, recall: DEFAULT_RECALL }

test('own settings count before the defaults, also where they are “none” or “off”', () => {
  expect(inForce(defaults, null)).toEqual(defaults)
  expect(inForce(defaults, { maxTokens: null, useSummary: false })).toEqual({
    maxExchanges: null,
    maxTokens: null,
    useSummary: false,
    recall: DEFAULT_RECALL,
  })
})

test('a conversation has of its own only what differs', () => {
  expect(ownFor(defaults, { ...defaults, maxExchanges: 0 })).toEqual({ maxExchanges: 0 })
  expect(stored(ownFor(defaults, defaults))).toBeNull()
})

test('one setting is given back alone', () => {
  expect(without({ maxExchanges: 5, useSummary: false }, 'maxExchanges')).toEqual({ useSummary: false })
})

test('nothing of its own is the same as nothing at all, and no limit is not the default', () => {
  expect(isSameMemory(null, {})).toBe(true)
  expect(isSameMemory({ maxTokens: null }, null)).toBe(false)
  expect(isSameMemory({ maxTokens: 5, useSummary: true }, { useSummary: true, maxTokens: 5 })).toBe(true)
})

test('of recall too it has only what differs, field by field', () => {
  const wanted = { ...defaults, recall: { ...DEFAULT_RECALL, topK: 1 } }
  expect(ownFor(defaults, wanted)).toEqual({ recall: { topK: 1 } })
  expect(inForce(defaults, { recall: { topK: 1 } })).toEqual(wanted)
  expect(ownFor({ ...defaults, recall: undefined }, defaults)).toEqual({})
})

test('of recall one field is given back alone, and the last takes the rest along', () => {
  expect(withoutRecall({ recall: { topK: 1, from: 'off' } }, 'from')).toEqual({ recall: { topK: 1 } })
  expect(withoutRecall({ maxTokens: 5, recall: { from: 'off' } }, 'from')).toEqual({ maxTokens: 5 })
  expect(isSameMemory({ recall: { topK: 1 } }, null)).toBe(false)
  expect(isSameMemory({ recall: {} }, null)).toBe(true)
})
