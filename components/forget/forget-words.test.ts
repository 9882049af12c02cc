import { describe, expect, test } from 'vitest'
import { sentenceAfter, sentenceBefore, whatGoes } from './forget-words'

const NONE = {
  ...{ sessions: 0, messages: 0, summaries: 0, maps: 0, prompts: 0 },
  ...{ exchanges: 0, vectors: 0, replies: 0, quotes: 0 },
}
const counts = { ...NONE, sessions: 1, messages: 42, maps: 21, prompts: 3 }

describe('the words of forgetting', () => {
  test('before', () => {
    expect(sentenceBefore(counts, { undoSeconds: 30, sessions: false })).toBe(
      'Deletes 42 messages and 21 context records. You have 30 seconds to undo.',
    )
  })

  test.each([
    [0, 'This cannot be undone.'],
    [1, 'You have 1 second to undo.'],
    [3_600, 'You have 3,600 seconds to undo.'],
  ])('with %i seconds to undo', (undoSeconds, sentence) => {
    expect(sentenceBefore(counts, { undoSeconds, sessions: false })).toContain(sentence)
  })

  test('with the answers elsewhere that go as well', () => {
    expect(sentenceBefore(counts, { undoSeconds: 30, sessions: false, along: 1 })).toBe(
      'Deletes 42 messages and 21 context records, and 1 answer that quoted it. You have 30 seconds to undo.',
    )
  })

  test('after', () => {
    expect(sentenceAfter({ ...counts, sessions: 1_234 }, { sessions: true })).toBe(
      'Deleted 1,234 conversations, 42 messages and 21 context records.',
    )
  })

  test('summaries, memories and kept replies are named too', () => {
    const all = { ...counts, summaries: 3, exchanges: 20, vectors: 33, replies: 1, quotes: 2 }
    expect(whatGoes(all, { sessions: false })).toBe(
      '42 messages, 3 summaries, 20 memories, 21 context records and 1 kept reply',
    )
  })

  test('one is not many, and what is not there is not named', () => {
    expect(whatGoes({ ...NONE, sessions: 1, messages: 1 }, { sessions: true })).toBe(
      '1 conversation and 1 message',
    )
    expect(whatGoes({ ...NONE, maps: 1 }, { sessions: true })).toBe('1 context record')
  })

  test('nothing at all', () => {
    const none = { ...NONE, sessions: 1 }
    expect(sentenceBefore(none, { undoSeconds: 30, sessions: false })).toBe(
      'There is nothing in it yet. You have 30 seconds to undo.',
    )
    expect(sentenceAfter(none, { sessions: false })).toBe('Deleted. There was nothing in it.')
  })
})
