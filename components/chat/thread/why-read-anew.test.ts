import { expect, test } from 'vitest'
import { sampleSession } from '@/lib/schemas/testing/sample-views'
import { type ThreadState, writing } from './thread-state'
import { whyReadAnew } from './why-read-anew'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const session = sampleSession({ lastActiveAt: at(5) })
const thread = (change: Partial<ThreadState> = {}) => ({ session, run: null, gone: false, ...change })
const list = (...sessions: ReturnType<typeof sampleSession>[]) => ({ sessions, next: null })

test('no reason: both say the same, or the thread knows best', () => {
  expect(whyReadAnew(thread(), list(session))).toBe(null)
  expect(whyReadAnew(thread({ session: null }), list())).toBe(null)
  const other = { ...session, revision: 'other' }
  expect(whyReadAnew(thread({ run: writing('r', null) }), list(other))).toBe(null)
  expect(whyReadAnew(thread({ run: writing('r', null) }), list())).toBe(null)
})

test.each([
  ['later', { lastActiveAt: at(6) }],
  ['earlier, as the clock went back', { lastActiveAt: at(4) }],
  ['at the same time, but other', { revision: 'cleared' }],
  ['being answered', { answering: true }],
])('the list has it %s', (_, change) => {
  expect(whyReadAnew(thread(), list({ ...session, ...change }))).toEqual(expect.any(String))
})

test('the reason stays the same while the list does, whatever the thread was read as', () => {
  const old = list({ ...session, revision: 'old' })
  const newer = { ...session, revision: 'newest', lastActiveAt: at(9) }
  expect(whyReadAnew(thread({ session: newer }), old)).toBe(whyReadAnew(thread(), old))
  expect(whyReadAnew(thread(), list({ ...session, revision: 'newer' }))).not.toBe(whyReadAnew(thread(), old))
})

test('the list has it no more: only where it reaches that far', () => {
  const older = sampleSession({ id: 'older', lastActiveAt: at(4) })
  const later = sampleSession({ id: 'later', lastActiveAt: at(6) })
  const whole = list(later)
  expect(whyReadAnew(thread(), whole)).toBe(whole.sessions)
  expect(whyReadAnew(thread(), { sessions: [later], next: 'more' })).toBe(null)
  expect(whyReadAnew(thread(), { sessions: [later, older], next: 'more' })).not.toBe(null)
})

test('a thread that is gone: only the list that has it again is a reason', () => {
  expect(whyReadAnew(thread({ gone: true }), list())).toBe(null)
  expect(whyReadAnew(thread({ gone: true }), list(session))).toEqual(expect.any(String))
})
