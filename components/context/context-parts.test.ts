import { describe, expect, test } from 'vitest'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { contextParts, framingOf, nameOf } from './context-parts'

const message = (seq: number, role: 'user' | 'assistant' | 'tool', tokens: number) => ({
  kind: 'message' as const,
  messageId: `m${seq}`,
  seq,
  role,
  tokens,
})
const map = sampleMap({
  limit: { total: 1_000, maxTokens: 1_000, window: 8_000, answerReserve: 1_000 },
  segments: [
    { kind: 'instructions', hash: 'h', tokens: 20 },
    message(1, 'user', 100),
    message(2, 'assistant', 200),
    message(4, 'assistant', 50),
    message(5, 'user', 30),
  ],
  keptStart: 1,
  tokens: 400,
})

test('parts stand in the order of sending, and fill the limit', () => {
  const parts = contextParts(map)
  expect(parts.map(({ look, tokens }) => [look, tokens])).toEqual([
    ['instructions', 20],
    ['user', 100],
    ['assistant', 250],
    ['newest', 30],
    ['free', 600],
  ])
  expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(1_000)
})

test('over the budget nothing is free', () => {
  expect(contextParts({ ...map, tokens: 1_200 }).map(({ look }) => look)).not.toContain('free')
})

test('what continued an answer is named: what it had written, and the request for the rest', () => {
  const continued = {
    ...map,
    segments: [
      ...map.segments,
      message(6, 'assistant', 40),
      { kind: 'continuation' as const, hash: 'r', tokens: 9 },
    ],
  }
  const names = continued.segments.map((_, index) => nameOf(continued, index))
  expect(names).toEqual([null, null, null, null, null, 'Begun answer', 'Request to go on'])
  expect(contextParts(continued).at(-2)).toMatchObject({ look: 'instructions', tokens: 9 })
})

test('pinned exchanges stand apart, and are named', () => {
  const pinned = {
    ...map,
    segments: map.segments.map((segment, index) =>
      index === 1 || index === 2 ? { ...segment, pinned: true as const } : segment,
    ),
  }
  expect(contextParts(pinned).map(({ look, tokens }) => [look, tokens])).toEqual([
    ['instructions', 20],
    ['pinned', 300],
    ['assistant', 50],
    ['newest', 30],
    ['free', 600],
  ])
  const names = pinned.segments.map((_, index) => nameOf(pinned, index))
  expect(names).toEqual([null, 'Pinned question', 'Pinned answer', null, null])
})

test('what is pinned within the kept part stands apart too, where the page knows of it', () => {
  const pinned = new Set(['m2'])
  expect(contextParts(map, pinned).map(({ look, tokens }) => [look, tokens])).toEqual([
    ['instructions', 20],
    ['user', 100],
    ['pinned', 200],
    ['assistant', 50],
    ['newest', 30],
    ['free', 600],
  ])
  expect(map.segments.map((_, index) => nameOf(map, index, pinned))).toEqual([
    null,
    null,
    'Pinned answer',
    null,
    null,
  ])
})

test('a summary has a look of its own, and is named with its version', () => {
  const summary = {
    kind: 'summary' as const,
    summaryId: 's',
    version: 3,
    fromSeq: 0,
    toSeq: 0,
    hash: 'w',
    tokens: 80,
  }
  const told = { ...map, segments: [...map.segments.slice(0, 1), summary, ...map.segments.slice(1)] }
  expect(contextParts(told)[1]).toMatchObject({ look: 'summary', tokens: 80 })
  expect(nameOf(told, 1)).toBe('Summary v3')
})

test('the framing is what the rows do not say of the sum', () => {
  expect(framingOf({ ...map, tokens: 403 })).toBe(3)
})

describe('tools', () => {
  const call = { id: 'c1', name: 'weather', arguments: '{}' }
  const [instructions, ...talk] = map.segments
  const segments = [
    ...(instructions ? [instructions] : []),
    { kind: 'tools' as const, hash: 't', tokens: 60 },
    ...talk,
    message(6, 'assistant', 25),
    message(7, 'tool', 45),
  ]
  const used = { ...map, segments, tokens: 530 }

  test('are drawn as instructions, results apart from answers, and the question above them is still the newest', () => {
    expect(contextParts(used).map(({ look, tokens }) => [look, tokens])).toEqual([
      ['instructions', 80],
      ['user', 100],
      ['assistant', 250],
      ['newest', 30],
      ['assistant', 25],
      ['result', 45],
      ['free', 470],
    ])
  })

  test('are named, and so are calls and results, as far as the page knows them', () => {
    expect(nameOf(used, 1)).toBe('Tools')
    expect(nameOf(used, 6, undefined, { calls: [call] })).toBe('Call of weather')
    expect(nameOf(used, 6, undefined, { calls: [call, call] })).toBe('2 calls')
    expect(nameOf(used, 7, undefined, { tool: 'weather' })).toBe('Result of weather')
    expect(nameOf(used, 7)).toBe('Result of a tool')
    expect(nameOf(used, 7, new Set(['m7']), { tool: 'weather' })).toBe('Pinned: Result of weather')
  })
})
