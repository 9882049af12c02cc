import { describe, expect, test } from 'vitest'
import { letIn } from './gate.ts'
import { type Candidate, rankPassages } from './rank-passages.ts'

const candidate = (place: number, cosine: number, bm25 = 0, documentId = 'one'): Candidate => ({
  documentId,
  place,
  cosine,
  bm25,
})
const places = (candidates: readonly Candidate[]) => candidates.map(({ place }) => place)

describe('a ranking', () => {
  test('is by meaning where no word is the same', () => {
    expect(places(rankPassages([candidate(1, 0.2), candidate(5, 0.7), candidate(9, 0.4)]))).toEqual([5, 9, 1])
  })

  test('takes words for what they are beside the best fit', () => {
    const ranked = rankPassages([candidate(1, 0.5, 1), candidate(5, 0.4, 8), candidate(9, 0.5, 4)])
    expect(ranked.map(({ place, score }) => [place, Number(score.toFixed(3))])).toEqual([
      [5, 0.64],
      [9, 0.5],
      [1, 0.35],
    ])
  })

  test('counts what stands before, half as much what stands behind, and of the same document alone', () => {
    const beside = [candidate(1, 0.5), candidate(2, 0.3), candidate(3, 0.1), candidate(2, 0.32, 0, 'two')]
    const ranked = rankPassages(beside)
    const scores = Object.fromEntries(
      ranked.map(({ documentId, place, score }) => [`${documentId} ${place}`, Number(score.toFixed(3))]),
    )
    expect(scores).toEqual({
      'one 1': Number((0.3 + 0.2 * 0.18).toFixed(3)),
      'one 2': Number((0.18 + 0.4 * 0.3).toFixed(3)),
      'one 3': Number((0.06 + 0.4 * 0.18).toFixed(3)),
      'two 2': 0.192,
    })
    expect(ranked.map(({ documentId, place }) => `${documentId} ${place}`)).toEqual([
      ...['one 1', 'one 2', 'two 2', 'one 3'],
    ])
  })

  test('of nothing is nothing', () => {
    expect(rankPassages([])).toEqual([])
  })
})

describe('a gate', () => {
  const gate = { open: 0.35, each: 0.2 }

  test('lets nothing in where even the best does not fit', () => {
    expect(letIn([candidate(1, 0.349), candidate(2, 0.3)], gate)).toEqual([])
  })

  test('once open, lets in what fits a little, in its order', () => {
    const ranked = [candidate(1, 0.21), candidate(2, 0.35), candidate(3, 0.199)]
    expect(places(letIn(ranked, gate))).toEqual([1, 2])
  })
})
