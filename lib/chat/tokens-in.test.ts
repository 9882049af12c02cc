import { describe, expect, test } from 'vitest'
import type { StoredMessage } from '../memory/index.ts'
import { countTokens } from '../tokens/index.ts'
import { rowsIn, summariesIn, tokensIn, unseenTokensIn } from './tokens-in.ts'

const TEXT = 'Preis: 1234567,\n你好 HALLO'
const counts = { cl100k: countTokens(TEXT, 'cl100k_base'), o200k: countTokens(TEXT, 'o200k_base') }
const ENCODINGS = ['cl100k_base', 'o200k_base', 'cl100k_digits', 'unknown'] as const

const row = (tokens: number): StoredMessage => ({
  ...{ id: 'm', seq: 0, role: 'user', text: TEXT, tokens },
  ...{ pinned: false, excluded: false, status: 'complete' },
})

test('a published encoding has the count that was made', () => {
  expect(tokensIn('cl100k_base', counts, TEXT)).toBe(counts.cl100k)
  expect(tokensIn('o200k_base', counts, TEXT)).toBe(counts.o200k)
  expect(unseenTokensIn('o200k_base', counts)).toBe(counts.o200k)
})

test('an estimate is above what it is made of, by the text or without it', () => {
  expect(tokensIn('cl100k_digits', counts, TEXT)).toBe(counts.cl100k + 5)
  for (const larger of [counts, { cl100k: counts.o200k, o200k: counts.cl100k }]) {
    const most = Math.max(larger.cl100k, larger.o200k)
    expect(tokensIn('unknown', larger, TEXT)).toBeGreaterThan(most)
    expect(unseenTokensIn('unknown', larger)).toBe(Math.ceil(1.6 * most))
  }
})

describe.each(ENCODINGS)('%s', (encoding) => {
  // What the database gives for each.
  const stored = encoding === 'o200k_base' ? counts.o200k : counts.cl100k
  const most = encoding === 'unknown' ? Math.max(counts.cl100k, counts.o200k) : stored

  test('a stored row has the tokens of a text that was just counted', () => {
    expect(rowsIn(encoding, [row(most)])).toEqual([row(tokensIn(encoding, counts, TEXT))])
  })

  test('a stored summary has those of a text that is not at hand', () => {
    const version = { id: 's', version: 1, fromSeq: 0, toSeq: 3, tokens: most, asked: false, omitted: [] }
    expect(summariesIn(encoding, [version])).toEqual([
      { ...version, tokens: unseenTokensIn(encoding, counts) },
    ])
  })
})
