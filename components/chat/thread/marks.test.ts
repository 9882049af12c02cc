import { expect, test } from 'vitest'
import type { MessageView } from '@/lib/schemas/message'
import { sampleMessage } from '@/lib/schemas/testing/sample-views'
import { withMarked, withPending } from './marks'

const message = (seq: number, change: Partial<MessageView> = {}) =>
  sampleMessage({ id: `m${seq}`, seq, role: seq % 2 ? 'user' : 'assistant', ...change })
const divider = message(5, { id: 'd5', kind: 'divider', role: 'system' })
const messages = [message(2), message(3), message(4), divider, message(7), message(8)]
const pinned = (shown: readonly MessageView[]) => shown.filter(({ pinned }) => pinned).map(({ id }) => id)
const excluded = (shown: readonly MessageView[]) =>
  shown.filter(({ excluded }) => excluded).map(({ id }) => id)

test.each([
  ['m3', ['m3', 'm4']],
  ['m4', ['m3', 'm4']],
  ['m8', ['m7', 'm8']],
  // Its question is not loaded.
  ['m2', ['m2']],
  ['gone', []],
])('a pending mark of %s is shown on %j', (messageId, expected) => {
  expect(pinned(withPending(messages, [{ messageId, mark: 'pinned' }]))).toEqual(expected)
})

test('of two the later one holds, and none leaves everything as it is', () => {
  const both = withPending(messages, [
    { messageId: 'm3', mark: 'pinned' },
    { messageId: 'm4', mark: 'excluded' },
  ])
  expect([pinned(both), excluded(both)]).toEqual([[], ['m3', 'm4']])
  expect(excluded(withPending(both, [{ messageId: 'm3', mark: null }]))).toEqual([])
  expect(withPending(messages, [])).toBe(messages)
})

test('what the server marked is marked, as far as it is loaded', () => {
  const marked = { pinned: true, excluded: false }
  const shown = withMarked(messages, {
    messages: [
      { id: 'm1', ...marked },
      { id: 'm2', ...marked },
    ],
  })
  expect(pinned(shown)).toEqual(['m2'])
  expect(shown).toHaveLength(messages.length)
})
