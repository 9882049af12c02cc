import { describe, expect, test } from 'vitest'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { lineSentence, lineStates, type Shown } from './line-state'

const map = sampleMap({
  segments: [
    { kind: 'instructions', hash: 'h', tokens: 20 },
    { kind: 'message', messageId: 'm5', seq: 5, role: 'user', tokens: 312 },
    { kind: 'message', messageId: 'm7', seq: 7, role: 'user', tokens: 1 },
  ],
  leftOut: [
    { fromSeq: 1, toSeq: 3, reason: 'budget' },
    { fromSeq: 6, toSeq: 6, reason: 'excluded' },
  ],
  keptStart: 5,
  tokens: 333,
})
const unmarked = { kind: 'message' as const, pinned: false, excluded: false }
const messages = [1, 3, 5, 6, 7, 8].map((seq) => ({
  ...unmarked,
  id: `m${seq}`,
  seq,
  excluded: seq === 6,
}))
const divider = { ...unmarked, id: 'd4', seq: 4, kind: 'divider' as const }
const next: Shown = { tense: 'next' }
const past: Shown = { tense: 'past', answerId: 'm8' }
const kinds = (states: ReturnType<typeof lineStates>) => [...states.values()].map(({ kind }) => kind)

describe('lineStates', () => {
  test('of the next turn', () => {
    expect(kinds(lineStates([...messages, divider], map, next))).toEqual([
      'leftOut',
      'leftOut',
      'sent',
      'excluded',
      'sent',
      'fresh',
    ])
  })

  test('of a past one: what came afterwards is no part of it', () => {
    expect(lineStates(messages, map, past).get('m8')).toEqual({ kind: 'answer' })
    const after = { ...unmarked, id: 'm9', seq: 9 }
    expect(lineStates([after], map, past).get('m9')).toEqual({ kind: 'later' })
  })

  test('before anything is known', () => {
    expect(new Set(kinds(lineStates(messages, null, next)))).toEqual(new Set(['unknown']))
  })
})

describe('a mark, before the next turn is planned with it', () => {
  const stateOf = (seq: number, mark: { pinned?: true; excluded?: true }, of: Shown = next, at = map) =>
    lineStates([{ ...unmarked, id: `m${seq}`, seq, ...mark }], at, of).get(`m${seq}`)

  test('shows: a pin on what was left out or sent, an exclusion on what was sent or is new', () => {
    expect(stateOf(1, { pinned: true })).toEqual({ kind: 'pinned', tokens: null })
    expect(stateOf(5, { pinned: true })).toEqual({ kind: 'pinned', tokens: 312 })
    expect(stateOf(5, { excluded: true })).toEqual({ kind: 'excluded' })
    expect(stateOf(8, { excluded: true })).toEqual({ kind: 'excluded' })
  })

  test('taken away, what comes of it is not known', () => {
    const pinnedMap = {
      ...map,
      segments: [
        { kind: 'message', messageId: 'm5', seq: 5, role: 'user', tokens: 312, pinned: true } as const,
      ],
    }
    expect(stateOf(6, {})).toEqual({ kind: 'unknown' })
    expect(stateOf(5, {}, next, pinnedMap)).toEqual({ kind: 'unknown' })
    expect(stateOf(5, {}, past, pinnedMap)).toEqual({ kind: 'pinned', tokens: 312 })
  })

  test.each(['afresh', 'failed', 'empty', 'forgotten', 'unanswered'] as const)(
    'changes nothing for %s',
    (reason) => {
      const cut = { ...map, leftOut: [{ fromSeq: 1, toSeq: 3, reason }] }
      expect(stateOf(1, { pinned: true }, next, cut)).toEqual({ kind: 'leftOut', reason })
      expect(stateOf(1, { excluded: true }, next, cut)).toEqual({ kind: 'leftOut', reason })
    },
  )

  test('is no part of a past turn', () => {
    expect(stateOf(5, { excluded: true }, past)).toEqual({ kind: 'sent', tokens: 312 })
    expect(stateOf(1, { pinned: true }, past)).toEqual({ kind: 'leftOut', reason: 'budget' })
  })
})

describe('with a summary', () => {
  const told = {
    ...map,
    segments: [
      {
        kind: 'summary' as const,
        summaryId: 's2',
        version: 2,
        fromSeq: 0,
        toSeq: 3,
        hash: 'w',
        tokens: 90,
      },
      ...map.segments,
    ],
    leftOut: [{ fromSeq: 1, toSeq: 1, reason: 'failed' as const }],
    owed: { fromSeq: 5, toSeq: 6 },
  }

  test('what it tells stands in it, less what was left out or is sent as it is', () => {
    const states = lineStates(messages, told, past)
    expect(states.get('m1')).toEqual({ kind: 'leftOut', reason: 'failed' })
    expect(states.get('m3')).toEqual({ kind: 'summary', version: 2 })
    expect(states.get('m5')).toEqual({ kind: 'sent', tokens: 312, owed: true })
    expect(states.get('m7')).toEqual({ kind: 'sent', tokens: 1 })
  })

  test('a mark on what it tells shows at once', () => {
    const marked = (mark: { pinned?: true; excluded?: true }) =>
      lineStates([{ ...unmarked, id: 'm3', seq: 3, ...mark }], told, next).get('m3')
    expect(marked({ pinned: true })).toEqual({ kind: 'pinned', tokens: null })
    expect(marked({ excluded: true })).toEqual({ kind: 'excluded' })
  })

  test('is said with its version', () => {
    const say = (id: string, shown: Shown) => {
      const state = lineStates(messages, told, shown).get(id)
      return state && lineSentence(state, told, shown)
    }
    expect(say('m3', next)).toBe('Stands in the summary, version 2.')
    expect(say('m3', past)).toBe('Stood in the summary, version 2.')
    expect(say('m5', past)).toBe('Was sent as it was: no summary told it yet. 312 tokens.')
    const owed = lineSentence({ kind: 'sent', tokens: 312, owed: true }, told, next)
    expect(owed).toBe('Sent as it is until a summary tells it. 312 tokens.')
  })
})

test('every state is a sentence', () => {
  const say = (id: string, shown: Shown = next) => {
    const state = lineStates(messages, map, shown).get(id)
    return state && lineSentence(state, map, shown)
  }
  expect(say('m5')).toBe('Sent. 312 tokens.')
  expect(say('m7', past)).toBe('Was sent. 1 token.')
  expect(say('m1')).toBe('Not sent: left out to stay within 8,000 tokens.')
  expect(say('m6')).toBe('Not sent: you excluded it.')
  const pinned = (tokens: number | null, shown: Shown) => lineSentence({ kind: 'pinned', tokens }, map, shown)
  expect(pinned(312, next)).toBe('Sent: you pinned it. 312 tokens.')
  expect(pinned(null, next)).toBe('Sent: you pinned it.')
  expect(pinned(1, past)).toBe('Was sent: you had pinned it. 1 token.')
  const unsent: Shown = { tense: 'past', answerId: 'm8', unsent: true }
  expect(say('m7', unsent)).toBe('Would have been sent. 1 token.')
  expect(pinned(1, unsent)).toBe('Would have been sent: you had pinned it. 1 token.')
  expect(say('m8', unsent)).toBe('The answer that all this would have been sent for.')
  expect(say('m8')).toBe('New. Part of what is sent next.')
  expect(say('m8', past)).toBe('The answer that all this was sent for.')
})
