import { expect, test } from 'vitest'
import { ruleInWords, scoresInWords, toldInWords } from './fit-words'

test('every rule has its words, with the likeness where there is one', () => {
  expect([
    ruleInWords({ rule: 'gate', score: 0.5, cosine: 0.617, words: 0 }),
    ruleInWords({ rule: 'gate', score: 0.6, cosine: 0.4, words: 3 }),
    ruleInWords({ rule: 'gate', score: 0.31, cosine: 0.09, words: 0 }),
    ruleInWords({ rule: 'similarity', score: 0.5, cosine: 0.25, words: 3 }),
    ruleInWords({ rule: 'words', score: 0.4, cosine: null, words: 3 }),
  ]).toEqual([
    'Near enough in meaning (0.62)',
    'By its meaning (0.40) and shared words together',
    'Said right beside what fits',
    'Over your own limit: 0.25',
    'Shares words with your question',
  ])
})

test('what adds nothing is told from what is not near', () => {
  expect([toldInWords('something'), toldInWords('a question'), toldInWords('nothing')]).toEqual([
    null,
    'A question whose answer is not remembered',
    'It only repeats what you ask',
  ])
})

test('scores say what was not compared', () => {
  expect(scoresInWords({ score: 0.706, cosine: 0.617, words: 3.42 })).toBe(
    'score 0.71 · meaning 0.62 · words 3.4',
  )
  expect(scoresInWords({ score: -0.001, cosine: -0.004, words: 0 })).toBe(
    'score 0.00 · meaning 0.00 · no shared words',
  )
  expect(scoresInWords({ score: 1, cosine: null, words: 0 })).toBe(
    'score 1.00 · meaning not compared · no shared words',
  )
})
