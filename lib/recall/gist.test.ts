import { describe, expect, test } from 'vitest'
import { CHUNK_PIECES } from './chunks.ts'
import { gistOf } from './gist.ts'
import { wordpieces } from './wordpieces.ts'

test('a message that a model reads to its end is asked by as it is', () => {
  expect(gistOf('Where does Ada live?')).toEqual({
    words: 'Where does Ada live?',
    meaning: 'Where does Ada live?',
  })
})

describe.each([
  ['of words', 'word '],
  ['of one word', 'x'],
  ['without spaces between words', '都灵'],
  ['of characters that are two units', '🐝'],
  ['of signs', '{}'],
])('a long message %s', (_, piece) => {
  const message = `First ${piece.repeat(5_000)} last`

  test('asks by the words of its ends, in whole characters', () => {
    const { words } = gistOf(message)
    expect(words).toHaveLength(4_001)
    expect(words).toMatch(/^First [^\n]*\n[^\n]* last$/)
    expect(words.isWellFormed()).toBe(true)
  })

  test('is compared by both of its ends, neither of which a model leaves unread', () => {
    const { meaning } = gistOf(message)
    expect(meaning).toMatch(/^First [^\n]*\n[^\n]* last$/)
    const costs = meaning.split('\n').map((end) => wordpieces(end))
    for (const cost of costs) {
      expect(cost).toBeLessThanOrEqual(CHUNK_PIECES / 2)
      expect(cost).toBeGreaterThan(CHUNK_PIECES / 4)
    }
    expect(meaning.isWellFormed()).toBe(true)
  })
})

test('a message that is not long, but longer than a model reads, is looked for by all of its words', () => {
  const message = `First. ${'Some more of it. '.repeat(100)}Last.`
  const { words, meaning } = gistOf(message)
  expect(words).toBe(message)
  expect(meaning).toMatch(/^First\. .*\n.* Last\.$/)
  expect(wordpieces(meaning)).toBeLessThanOrEqual(CHUNK_PIECES)
})
