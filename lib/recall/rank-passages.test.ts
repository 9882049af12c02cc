import { expect, test } from 'vitest'
import { type Candidate, rankPassages } from './rank-passages.ts'

const candidate = (
  id: string,
  cosine: number | null,
  bm25 = 0,
  beside: Partial<Candidate> = {},
): Candidate => ({
  ...{ id, before: null, behind: null, cosine, bm25 },
  ...beside,
})
const ids = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id)

test('is by meaning where no word is the same', () => {
  expect(ids(rankPassages([candidate('a', 0.2), candidate('b', 0.7), candidate('c', 0.4)]))).toEqual([
    ...['b', 'c', 'a'],
  ])
})

test('takes words for what they are beside the best fit', () => {
  const ranked = rankPassages([candidate('a', 0.5, 1), candidate('b', 0.4, 8), candidate('c', 0.5, 4)])
  expect(ranked.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
    ['b', 0.64],
    ['c', 0.5],
    ['a', 0.35],
  ])
})

test('goes by words alone where there are no vectors', () => {
  expect(ids(rankPassages([candidate('a', null, 1), candidate('b', null, 2)]))).toEqual(['b', 'a'])
})

test('counts what stands before, and half as much what stands behind', () => {
  const ranked = rankPassages([
    candidate('a', 0.5, 0, { behind: 'b' }),
    candidate('b', 0.3, 0, { before: 'a', behind: 'c' }),
    candidate('c', 0.1, 0, { before: 'b', behind: 'not a candidate' }),
    candidate('alone', 0.32),
  ])
  expect(ranked.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
    ['a', Number((0.3 + 0.2 * 0.18).toFixed(3))],
    ['b', Number((0.18 + 0.4 * 0.3).toFixed(3))],
    ['alone', 0.192],
    ['c', Number((0.06 + 0.4 * 0.18).toFixed(3))],
  ])
})

test('of nothing is nothing', () => {
  expect(rankPassages([])).toEqual([])
})
