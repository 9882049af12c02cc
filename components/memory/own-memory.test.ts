import { expect, test } from 'vitest'
import { DEFAULT_RECALL } from '@/lib/schemas/memory-settings'
import { inForce, isSameMemory, ownFor, stored, without } from './own-memory'

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
