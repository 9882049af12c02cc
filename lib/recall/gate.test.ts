import { expect, test } from 'vitest'
import { type Judged, judge } from './gate.ts'

const gate = { alone: 0.45, withWords: 0.35, each: 0.1 }
const judged = (
  cosine: number | null,
  shared = 0,
  score = 1,
  told: Judged['told'] = 'something',
): Judged => ({ cosine, shared, rare: false, score, told })
const rules = (ranked: readonly Judged[], minScore: number | null = null) =>
  judge(ranked, gate, minScore).flatMap(({ cosine, rule }) => (rule === null ? [] : [[cosine, rule]]))

test('lets nothing in where even the best does not fit: small talk recalls nothing', () => {
  expect(rules([judged(0.449), judged(0.3, 5), judged(0.44, 1)])).toEqual([])
})

test('opens for what fits by its meaning alone, and lets in with it what fits a little, in its order', () => {
  expect(rules([judged(0.11), judged(0.45), judged(0.09)])).toEqual([
    [0.11, 'gate'],
    [0.45, 'gate'],
  ])
})

test('lets in nothing that is worth little beside the best, however few there are', () => {
  expect(rules([judged(0.6, 0, 1), judged(0.2, 0, 0.4), judged(0.3, 0, 0.39)])).toEqual([
    [0.6, 'gate'],
    [0.2, 'gate'],
  ])
})

test('opens for less where two words are the same', () => {
  expect(rules([judged(0.35, 2)])).toEqual([[0.35, 'gate']])
})

test('opens for less where one word is the same that hardly any other has', () => {
  expect(rules([{ ...judged(0.35, 1), rare: true }])).toEqual([[0.35, 'gate']])
  expect(rules([{ ...judged(0.34, 1), rare: true }, judged(0.35, 1)])).toEqual([])
})

test('what has no vector yet is let in by the words that it shares, and opens nothing for others', () => {
  expect(rules([judged(null, 2), judged(null, 1), judged(0.3, 1)])).toEqual([[null, 'words']])
})

test('a least score that was asked for takes its place, however low', () => {
  expect(rules([judged(0.2), judged(0.6), judged(0.19, 9)], 0.2)).toEqual([
    [0.2, 'similarity'],
    [0.6, 'similarity'],
  ])
})

test('what repeats the question is not let in, and lets nothing in', () => {
  const again = judged(0.95, 3, 1.4, 'nothing')
  expect(rules([again, judged(0.3)])).toEqual([])
  expect(rules([again, judged(0.5)])).toEqual([[0.5, 'gate']])
  expect(rules([again, judged(null, 3, 1, 'nothing')], 0.2)).toEqual([])
})

test('what only asks the like comes behind what tells something, and buries none of it', () => {
  const asks = judged(0.9, 3, 1.4, 'a question')
  expect(rules([asks, judged(0.5, 0, 0.5)])).toEqual([
    [0.5, 'gate'],
    [0.9, 'gate'],
  ])
  expect(rules([asks, judged(0.3, 0, 0.5)])).toEqual([])
})
