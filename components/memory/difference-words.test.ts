import { expect, test } from 'vitest'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { differenceInWords } from './difference-words'
import { effectOf } from './effect'

const messages = Array.from({ length: 10 }, (_, seq) => ({
  id: `m${seq}`,
  seq,
  kind: 'message' as const,
  pinned: seq === 7,
}))
const message = (seq: number) => ({
  kind: 'message' as const,
  messageId: `m${seq}`,
  seq,
  role: 'user' as const,
  tokens: 100,
})
const summary = {
  kind: 'summary' as const,
  summaryId: 's',
  version: 1,
  fromSeq: 0,
  toSeq: 5,
  hash: 'h',
  tokens: 50,
}
const effect = (seqs: number[], change: Partial<ContextMapView> = {}) =>
  effectOf(sampleMap({ segments: seqs.map(message), tokens: 100 * seqs.length, ...change }), {
    messages,
    earlier: false,
  })

test('the same is said to be the same', () => {
  expect(differenceInWords(effect([8, 9]), effect([8, 9]))).toBe('Both send the same: 200 tokens.')
})

test('what one sends less than the other, and what alone', () => {
  expect(differenceInWords(effect([5, 6, 7, 8, 9]), effect([9]))).toBe(
    'B sends 400 tokens less than A: 100 beside 500. 4 messages are sent by A alone.',
  )
  expect(differenceInWords(effect([9]), effect([8, 9]))).toBe(
    'B sends 100 tokens more than A: 200 beside 100. 1 message is sent by B alone.',
  )
})

test('as many tokens are not always the same ones', () => {
  expect(differenceInWords(effect([7, 9]), effect([8, 9]))).toBe(
    'Both send 200 tokens, though not the same. 1 message is sent by A alone. 1 message is sent by B alone.',
  )
})

test('a summary stands for what the other leaves out', () => {
  const summed = effect([], {
    segments: [summary, message(9)],
    summary: { id: 's', version: 1, toSeq: 5 },
    tokens: 150,
  })
  expect(differenceInWords(effect([9]), summed)).toBe(
    'B sends 50 tokens more than A: 150 beside 100. In B a summary stands for 6 messages.',
  )
})

test('what is sent only until a summary tells it is no lasting sameness', () => {
  const owing = effect([4, 5, 9], { owed: { fromSeq: 4, toSeq: 5 } })
  expect(differenceInWords(effect([4, 5, 9]), owing)).toBe(
    'Both send the same for now: 300 tokens. In B, 2 messages of 200 tokens go as they are only until a summary tells them.',
  )
})
