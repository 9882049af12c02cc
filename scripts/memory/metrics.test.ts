import { expect, test } from 'vitest'
import { ndcg, qualityOf, recallAt, reciprocalRank } from './metrics.ts'

const judged = (relevant: string, ranking: string) => ({ relevant: new Set(relevant), ranking: [...ranking] })

test('recall is the share that was found', () => {
  expect(recallAt(judged('ab', 'xaby'), 1)).toBe(0)
  expect(recallAt(judged('ab', 'xaby'), 2)).toBe(0.5)
  expect(recallAt(judged('ab', 'xaby'), 3)).toBe(1)
})

test('the first that answers counts by its rank', () => {
  expect(reciprocalRank(judged('ab', 'xaby'))).toBe(0.5)
  expect(reciprocalRank(judged('ab', 'xy'))).toBe(0)
})

test('a gain further down is worth less, against the best order', () => {
  expect(ndcg(judged('ab', 'abxy'), 10)).toBe(1)
  expect(ndcg(judged('ab', 'xaby'), 10)).toBeCloseTo((1 / Math.log2(3) + 1 / 2) / (1 + 1 / Math.log2(3)), 10)
  expect(ndcg(judged('ab', 'xa'), 1)).toBe(0)
})

test('of several questions it is the mean', () => {
  expect(qualityOf([judged('a', 'ax'), judged('a', 'xa')])).toEqual({
    recall: { 1: 0.5, 3: 1, 5: 1, 10: 1 },
    mrr: 0.75,
    ndcg10: (1 + 1 / Math.log2(3)) / 2,
  })
})
