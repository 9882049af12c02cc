import { expect, test } from 'vitest'
import { DEFAULT_RECALL } from '@/lib/schemas/memory-settings'
import { recallSettingsInWords } from './recall-words'

test('what is recalled, from where, and whether what is said is recalled later', () => {
  expect(recallSettingsInWords(DEFAULT_RECALL)).toBe(
    'Up to 3 passages from all conversations may be quoted before your message. What is said may be recalled later.',
  )
  expect(recallSettingsInWords({ ...DEFAULT_RECALL, from: 'session', topK: 1, remembered: false })).toBe(
    'Up to 1 passage from the same conversation may be quoted before your message. What is said is not recalled later.',
  )
})

test('of a temporary chat nothing is recalled later, whatever is set', () => {
  expect(recallSettingsInWords(DEFAULT_RECALL, { temporary: true })).toBe(
    'Up to 3 passages from all conversations may be quoted before your message. What is said is not recalled later while the chat is temporary.',
  )
})

test('nothing is recalled when it is off, or none are let in', () => {
  expect(recallSettingsInWords({ ...DEFAULT_RECALL, topK: 0 })).toMatch(/^Nothing is recalled\. /)
  expect(recallSettingsInWords({ ...DEFAULT_RECALL, from: 'off' })).toMatch(
    /^Nothing is recalled, and nothing/,
  )
})
