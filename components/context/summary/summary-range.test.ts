import { expect, test } from 'vitest'
import { sampleMessage } from '@/lib/schemas/testing/sample-views'
import { summaryRange } from './summary-range'

const at = (seq: number, createdAt: string) => sampleMessage({ id: `m${seq}`, seq, createdAt })
const messages = [
  at(0, '2026-03-12T12:00:00.000Z'),
  at(1, '2026-03-12T12:01:00.000Z'),
  at(2, '2026-03-14T12:00:00.000Z'),
  at(3, '2026-03-15T12:00:00.000Z'),
]

test.each([
  [{ fromSeq: 0, toSeq: 2, messageCount: 3 }, messages, '3 messages, from Mar 12, 2026 to Mar 14, 2026'],
  [{ fromSeq: 0, toSeq: 1, messageCount: 2 }, messages, '2 messages of Mar 12, 2026'],
  [{ fromSeq: 0, toSeq: 2, messageCount: 1_200 }, messages.slice(2), '1,200 messages up to Mar 14, 2026'],
  [{ fromSeq: 0, toSeq: 1, messageCount: 1 }, messages.slice(2), 'one message'],
])('%j', (told, loaded, words) => {
  expect(summaryRange(told, loaded)).toBe(words)
})
