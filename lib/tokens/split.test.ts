import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PieceEnd } from './runs.ts'
import { cl100kPieceEnd } from './split-cl100k.ts'
import { o200kPieceEnd } from './split-o200k.ts'
import { CORPORA } from './testing/corpora.ts'
import { CL100K_PATTERN, O200K_PATTERN } from './testing/published-patterns.ts'

const TURNING_POINTS = [..." \n\r\t\u0085\u00a0\ufeff'sStlLeERvVmd\u017f/.!aZ01中ʰǅ\u0301٣", '😀', '𝔘', '𐐨']

function piecesOf(text: string, pieceEnd: PieceEnd): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start)
    if (end <= start) throw new Error(`No progress at ${start} of ${JSON.stringify(text)}`)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

describe.each([
  ['cl100k', cl100kPieceEnd, CL100K_PATTERN],
  ['o200k', o200kPieceEnd, O200K_PATTERN],
] as const)('%s', (_, pieceEnd, pattern) => {
  test.each(Object.entries(CORPORA))('cuts %s where the published pattern does', (_name, text) => {
    const wellFormed = text.toWellFormed()
    expect(piecesOf(wellFormed, pieceEnd)).toEqual(wellFormed.match(pattern))
  })

  test('cuts any text where the published pattern does', () => {
    const text = fc.string({ unit: fc.constantFrom(...TURNING_POINTS), maxLength: 24 })
    fc.assert(
      fc.property(text, (sample) => {
        expect(piecesOf(sample, pieceEnd)).toEqual(sample.match(pattern) ?? [])
      }),
      { numRuns: 4_000 },
    )
  })
})

test('a word ends where small meets capital in o200k alone', () => {
  expect(piecesOf('getById', o200kPieceEnd)).toEqual(['get', 'By', 'Id'])
  expect(piecesOf('getById', cl100kPieceEnd)).toEqual(['getById'])
})

test('a contraction stays with its word in o200k alone', () => {
  expect(piecesOf("It's", o200kPieceEnd)).toEqual(["It's"])
  expect(piecesOf("It's", cl100kPieceEnd)).toEqual(['It', "'s"])
})

test('the last of several spaces goes with the word', () => {
  expect(piecesOf('a   b', cl100kPieceEnd)).toEqual(['a', '  ', ' b'])
})
