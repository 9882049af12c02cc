import { expect, test } from 'vitest'
import { sampleMap, sampleMessage } from '@/lib/schemas/testing/sample-views'
import { summaryBracket } from './summary-bracket'

const messages = [2, 3, 4, 5].map((seq) => sampleMessage({ id: `m${seq}`, seq }))
const told = sampleMap({
  segments: [
    { kind: 'summary', summaryId: 's', version: 3, fromSeq: 0, toSeq: 4, hash: 'w', tokens: 50 },
    { kind: 'message', messageId: 'm3', seq: 3, role: 'user', tokens: 9, pinned: true },
    { kind: 'message', messageId: 'm5', seq: 5, role: 'user', tokens: 9 },
  ],
})

test('goes from the oldest message that is loaded to the last of the range, past what is pinned', () => {
  expect([...summaryBracket(messages, told)]).toEqual([
    ['m2', { version: 3, isFirst: true, isLast: false }],
    ['m3', { version: 3, isFirst: false, isLast: false }],
    ['m4', { version: 3, isFirst: false, isLast: true }],
  ])
})

test('there is none without a summary, nor where none of its messages is loaded', () => {
  expect(summaryBracket(messages, sampleMap()).size).toBe(0)
  expect(summaryBracket(messages, null).size).toBe(0)
  expect(summaryBracket(messages.slice(3), told).size).toBe(0)
})
