import { expect, test } from 'vitest'
import { countInWords, messagesIn } from './message-count'

const message = (seq: number, kind: 'message' | 'divider' = 'message') => ({
  id: `m${seq}`,
  seq,
  kind,
  pinned: false,
})
const messages = [message(10), message(11), message(12, 'divider'), message(14), message(15)]

test('loaded messages are counted one by one, dividers and gaps left aside', () => {
  expect(messagesIn([{ fromSeq: 0, toSeq: 14 }], { messages, earlier: false })).toEqual({
    count: 3,
    exact: true,
  })
  expect(
    messagesIn(
      [
        { fromSeq: 10, toSeq: 10 },
        { fromSeq: 15, toSeq: 99 },
      ],
      { messages, earlier: true },
    ),
  ).toEqual({ count: 2, exact: true })
})

test('older ones are counted by their seqs, and the count says that it is no exact one', () => {
  expect(messagesIn([{ fromSeq: 2, toSeq: 11 }], { messages, earlier: true })).toEqual({
    count: 10,
    exact: false,
  })
  expect(messagesIn([{ fromSeq: 2, toSeq: 4 }], { messages, earlier: true }).count).toBe(3)
  expect(messagesIn([], { messages, earlier: true })).toEqual({ count: 0, exact: true })
})

test('in words', () => {
  expect(countInWords({ count: 1, exact: true })).toBe('1 message')
  expect(countInWords({ count: 1_240, exact: false })).toBe('about 1,240 messages')
})
