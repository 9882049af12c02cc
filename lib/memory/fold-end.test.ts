import { expect, test } from 'vitest'
import { type FoldFrame, foldEnd } from './fold-end.ts'
import { costOf, LIMITS, path } from './testing/stored-rows.ts'
import type { MemorySettings } from './types.ts'

/** A frame whose history has room for so many rows. */
function frame(
  rows: number | null,
  more: Partial<FoldFrame & Pick<MemorySettings, 'maxExchanges'>> = {},
): FoldFrame {
  const { maxExchanges = null, ...rest } = more
  const maxTokens = rows === null ? null : costOf(rows) + LIMITS.perRequest
  const settings = { maxExchanges, maxTokens, useSummary: true }
  return { settings, limits: LIMITS, instructions: null, pinned: [], summaryTokens: 0, ...rest }
}

const TEN = path('u a u a u a u a u a')

test('Summarising: not with every turn, but what is older than the newest 55 % of the room, once there is more than 70 %', () => {
  expect([8, 11, 14, 15].map((room) => foldEnd(frame(room), TEN))).toEqual([5, 3, 3, null])
})

test('the room is what instructions, pins and the summary leave', () => {
  const more = { instructions: { hash: 'h', tokens: 100 }, pinned: path('u a') }
  const taken = 100 + LIMITS.perMessage + costOf(2)
  // Of 95 tokens 55 % are just enough for two exchanges.
  const least = costOf(20) - taken - 95
  expect(foldEnd(frame(20, { ...more, summaryTokens: least }), TEN)).toBe(5)
  expect(foldEnd(frame(20, { ...more, summaryTokens: least + 1 }), TEN)).toBe(7)
})

test('recall takes its reserve from the room, what instructions and pins leave at most', () => {
  const reserve = (maxTokens: number) => ({ recall: { maxTokens } })
  expect(foldEnd(frame(14, reserve(0)), TEN)).toBe(3)
  expect(foldEnd(frame(14, reserve(60)), TEN)).toBe(5)
  const tokens = costOf(6) - LIMITS.perMessage - 1
  const more = { instructions: { hash: 'h', tokens }, ...reserve(40) }
  expect(foldEnd(frame(6, more), TEN)).toBe(9)
})

test('nothing is, where instructions and pins alone are over the limit: no summary makes room', () => {
  const tokens = costOf(6) - LIMITS.perMessage
  expect(foldEnd(frame(6, { instructions: { hash: 'h', tokens } }), TEN)).toBe(null)
  expect(foldEnd(frame(6, { instructions: { hash: 'h', tokens: tokens - 1 } }), TEN)).toBe(9)
  expect(foldEnd(frame(6, { pinned: path('u a u a u a') }), TEN)).toBe(null)
})

test('or what is older than 55 % of the window, which keeps one', () => {
  expect([1, 3, 4, 5, 6].map((maxExchanges) => foldEnd(frame(null, { maxExchanges }), TEN))).toEqual([
    7,
    7,
    5,
    5,
    null,
  ])
})

test('the newest exchange stays while it has room at all', () => {
  expect(foldEnd(frame(2), TEN)).toBe(7)
  expect(foldEnd(frame(1), TEN)).toBe(9)
})

test('the newest question stays while it waits for its answer, however long it is', () => {
  const rows = path('u a u a u', { 4: { tokens: 900 } })
  expect(foldEnd(frame(6), rows)).toBe(3)
  expect(foldEnd(frame(6), rows.slice(4))).toBe(null)
  expect(foldEnd(frame(6), path('u a u a u a', { 4: { tokens: 900 } }))).toBe(5)
  const excluded = path('u a u a u', { 2: { tokens: 900 }, 4: { tokens: 900, excluded: true } })
  expect(foldEnd(frame(6), excluded)).toBe(3)
})

test('and so does the newest exchange while it waits for results, or for the answer to them', () => {
  const toolCalls = [{ id: 'c', name: 'look', arguments: '{}' }]
  const calls = path('u a u a', { 2: { tokens: 900 }, 3: { toolCalls } })
  for (const rows of [calls, path('u a u a t', { 4: { tokens: 900 } })]) {
    expect(foldEnd(frame(6), rows)).toBe(1)
    expect(foldEnd(frame(6), rows.slice(2))).toBe(null)
  }
  expect(foldEnd(frame(6), path('u a u a t a', { 4: { tokens: 900 } }))).toBe(5)
})

test('exchanges of which nothing is sent take no room', () => {
  const rows = path('u a u a u a', { 2: { excluded: true }, 4: { excluded: true } })
  expect(foldEnd(frame(4), rows)).toBe(null)
  expect(foldEnd(frame(2), rows)).toBe(null)
  expect(foldEnd(frame(1), rows)).toBe(1)
})

test('nothing is due of nothing', () => {
  expect(foldEnd(frame(4), [])).toBe(null)
})
