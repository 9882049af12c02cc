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
const messages = [1, 3, 5, 6, 7, 8].map((seq) => ({ id: `m${seq}`, seq, kind: 'message' as const }))
const divider = { id: 'd4', seq: 4, kind: 'divider' as const }
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
    const after = { id: 'm9', seq: 9, kind: 'message' as const }
    expect(lineStates([after], map, past).get('m9')).toEqual({ kind: 'later' })
  })

  test('before anything is known', () => {
    expect(new Set(kinds(lineStates(messages, null, next)))).toEqual(new Set(['unknown']))
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
  expect(say('m8')).toBe('New. Part of what is sent next.')
  expect(say('m8', past)).toBe('The answer that all this was sent for.')
})
