import { expect, test } from 'vitest'
import { comparePassages } from './compare-passages.ts'

const passage = (text: string | undefined, answerId: string | null = null) => ({ text, answerId })
const among = (question: string, ...texts: string[]) =>
  comparePassages(
    texts.map((text) => passage(text)),
    question,
  )

test('a word is rare that at most three of the passages have', () => {
  const rare = (times: number) =>
    among('What about Ada?', ...Array.from({ length: times }, (_, place) => `Ada in year${place}`)).map(
      ({ rare }) => rare,
    )
  expect(rare(3)).toEqual([true, true, true])
  expect(new Set(rare(4))).toEqual(new Set([false]))
})

test('a word does not become common by what asks for it', () => {
  const asked = Array.from({ length: 5 }, () => 'User: Where does Ada live?')
  const ranked = among('What about Ada?', 'User: Ada moved to Turin.', ...asked)
  expect(ranked.slice(0, 2)).toMatchObject([
    { shared: 1, rare: true, told: 'something' },
    { shared: 1, rare: true, told: 'a question' },
  ])
})

test('a question that was asked often is told from what tells something, wherever it ranks', () => {
  const asked = Array.from({ length: 40 }, () => 'User: Where does Ada live?')
  const ranked = among('Where does my sister Ada live?', ...asked)
  expect(new Set(ranked.map(({ told }) => told))).toEqual(new Set(['nothing']))
})

test('behind as many as tell something nothing is compared, and shares nothing', () => {
  const ranked = among('Ada', ...Array.from({ length: 31 }, (_, place) => `Ada in year${place}`))
  expect(ranked.map(({ shared }) => shared).slice(28)).toEqual([1, 1, 0])
})

test('what was answered tells something, and what has no text shares nothing', () => {
  const text = 'User: Where does Ada live?'
  expect(
    comparePassages([passage(text, 'an answer'), passage(text), passage(undefined)], 'Ada'),
  ).toMatchObject([
    { told: 'something', shared: 1 },
    { told: 'a question', shared: 1 },
    { told: 'something', shared: 0, rare: false },
  ])
})
