import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('pieces are of one size in bytes, not in letters', () => {
  expect(cutText('abcdef', 3)).toEqual(['ab', 'cd', 'ef'])
  expect(cutText('abcdef話話', 2)).toEqual(['abcdef', '話話'])
  expect(cutText('', 2)).toEqual([])
})

/** The first and the last of one byte, of two, of three, of four, and beside the halves of pairs. */
const EDGES = [
  '\0',
  '\x7f',
  '\x80',
  '\u07ff',
  '\u0800',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{10ffff}',
]
test.each(EDGES)('%j weighs what its bytes do', (character) => {
  const half = character.repeat(12)
  const ascii = 'x'.repeat(new TextEncoder().encode(half).length)
  expect(cutText(half + ascii, 2)).toEqual([half, ascii])
})

test('joined they are the text, and never half of a pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, pieces) => {
      const cut = cutText(text, pieces)
      expect(cut.join('')).toBe(text)
      expect(cut.length).toBeLessThanOrEqual(pieces)
      for (const piece of cut) expect(piece.isWellFormed()).toBe(true)
    }),
  )
})
