import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryRow } from '../ports/interface-sessions.ts'
import { liveHistory, liveHistoryRows } from './live-history.ts'

const ROLES = { u: 'user', a: 'assistant' } as const

/** `u a b`: a question, its answer, and an answer that is blank. */
const rows = (line: string): (HistoryRow & { seq: number })[] =>
  line.split(' ').map((sign, seq) => ({
    role: ROLES[sign === 'b' ? 'a' : (sign as 'u' | 'a')],
    isBlank: sign === 'b',
    seq,
  }))
const kept = (line: string, most: number) => liveHistory(rows(line), most).map(({ seq }) => seq)

test('the newest whole exchanges, with room for the system message', () => {
  expect(kept('u a u a u a', 20)).toEqual([0, 1, 2, 3, 4, 5])
  expect(kept('u a u a u a', 7)).toEqual([0, 1, 2, 3, 4, 5])
  expect(kept('u a u a u a', 6)).toEqual([2, 3, 4, 5])
  expect(kept('u a u a u a', 5)).toEqual([2, 3, 4, 5])
  expect(kept('u a u a u a', 3)).toEqual([4, 5])
})

test('a blank answer is left out and takes no place; its question stays', () => {
  expect(kept('u a u b u a', 6)).toEqual([0, 1, 2, 4, 5])
  expect(kept('u b', 3)).toEqual([0])
})

test('calls stand with all of their results, or not at all', () => {
  const call = (...ids: string[]) => ({
    role: 'assistant' as const,
    isBlank: false,
    toolCalls: ids.map((id) => ({ id, name: 'look', arguments: '{}' })),
  })
  const result = (toolCallId: string) => ({ role: 'tool' as const, isBlank: false, toolCallId })
  const question = { role: 'user' as const, isBlank: false }
  const whole = [question, call('a', 'b'), result('b'), result('a')]
  expect(liveHistory(whole, 20)).toEqual(whole)
  expect(liveHistory([question, call('a', 'b'), result('b'), ...whole], 20)).toEqual([question, ...whole])
})

test('a question that waits for its answer is an exchange', () => {
  expect(kept('u a u', 3)).toEqual([2])
  expect(kept('u a u', 4)).toEqual([0, 1, 2])
})

test('half an exchange is none', () => {
  expect(kept('a u a', 20)).toEqual([1, 2])
  expect(liveHistory([], 20)).toEqual([])
})

test('what is read is enough, and more rows change nothing', () => {
  const exchange = fc.constantFrom('u a', 'u b', 'u')
  fc.assert(
    fc.property(
      fc.array(exchange, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 3, max: 30 }),
      (line, most) => {
        const all = rows(line.join(' '))
        const whole = liveHistory(all, most)
        expect(liveHistory(all.slice(-liveHistoryRows(most)), most)).toEqual(whole)
        expect(1 + whole.length).toBeLessThanOrEqual(most)
      },
    ),
  )
})
