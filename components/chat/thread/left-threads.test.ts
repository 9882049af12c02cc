import { expect, test } from 'vitest'
import { sampleMessage, sampleSession } from '@/lib/schemas/testing/sample-views'
import { asLeft, leaveThread } from './left-threads'
import { threadOf } from './thread-state'

const messages = Array.from({ length: 70 }, (_, seq) => sampleMessage({ id: `m${seq}`, seq }))
const view = (count: number) => ({
  session: sampleSession(),
  messages: messages.slice(0, count),
  earlier: false,
  runId: null,
})

test('a thread begins again as it was left, and not as the router kept it', () => {
  const initial = view(2)
  expect(asLeft(initial)).toBe(initial)
  leaveThread(initial, threadOf({ ...view(4), runId: 'r' }))
  expect(asLeft(initial)).toEqual({ ...view(4), runId: 'r' })
  leaveThread(initial, threadOf(view(6)))
  expect(asLeft(initial)?.messages).toHaveLength(6)
  expect(asLeft(view(2))?.messages).toHaveLength(2)
  expect(asLeft(null)).toBeNull()
})

test('of a long one the newest messages are kept, and the others can be asked for', () => {
  const initial = view(2)
  leaveThread(initial, threadOf(view(70)))
  expect(asLeft(initial)?.messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 10),
  )
  expect(asLeft(initial)?.earlier).toBe(true)
})
