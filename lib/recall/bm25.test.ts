import { expect, test } from 'vitest'
import { bm25, type Corpus, countWords } from './bm25.ts'

const corpusOf = (...texts: string[]): Corpus => {
  const counted = texts.map((text) => countWords(text.split(' ')))
  return {
    size: texts.length,
    meanLength: counted.reduce((sum, { length }) => sum + length, 0) / texts.length,
    holding: (word) => counted.filter(({ counts }) => counts.has(word)).length,
  }
}

const TEXTS = [
  'bees make honey',
  'honey honey honey',
  'the garden of a neighbour and its bees in a long summer',
  'tea',
]
const corpus = corpusOf(...TEXTS)
const score = (query: string, text: string) =>
  bm25(new Set(query.split(' ')), countWords(text.split(' ')), corpus)

test('as the formula has it', () => {
  // Two of four texts hold the word; this one has 3 words where the mean is 4.75.
  const weight = Math.log(1 + 2.5 / 2.5)
  expect(score('honey', 'bees make honey')).toBeCloseTo(
    (weight * 2.2) / (1 + 1.2 * (0.25 + 0.75 * (3 / 4.75))),
    10,
  )
})

test('none of the words is nothing; more of them, or more of one, is more', () => {
  expect(score('coffee', 'bees make honey')).toBe(0)
  expect(score('bees honey', 'bees make honey')).toBeGreaterThan(score('bees', 'bees make honey'))
  expect(score('honey', 'honey honey honey')).toBeGreaterThan(score('honey', 'bees make honey'))
})

test('a rare word counts more than a frequent one, and a short text more than a long one', () => {
  expect(score('tea', 'tea')).toBeGreaterThan(score('honey', 'honey'))
  expect(score('bees', 'bees make honey')).toBeGreaterThan(score('bees', TEXTS[2] ?? ''))
})

test('a word that every text holds still counts', () => {
  const all = corpusOf('honey', 'honey')
  expect(bm25(new Set(['honey']), countWords(['honey']), all)).toBeGreaterThan(0)
})
