import { expect, test } from 'vitest'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { owedIn } from './owed-in'

const sent = (seq: number, pinned?: true) => ({
  kind: 'message' as const,
  messageId: `m${seq}`,
  seq,
  role: 'user' as const,
  tokens: 9,
  pinned,
})

test('what is left out of the range is not owed, nor what is pinned, nor what is newer', () => {
  const map = sampleMap({
    segments: [sent(0, true), sent(2), sent(4), sent(6)],
    leftOut: [{ fromSeq: 1, toSeq: 1, reason: 'excluded' }],
    owed: { fromSeq: 0, toSeq: 4 },
  })
  expect(owedIn(map).map(({ seq }) => seq)).toEqual([2, 4])
  expect(owedIn(map, new Set(['m2'])).map(({ seq }) => seq)).toEqual([4])
  expect(owedIn({ ...map, owed: null })).toEqual([])
})
