import { expect, test } from 'vitest'
import { fuseRanks } from './reciprocal-rank-fusion.ts'

test('what stands high in both goes before what stands higher in one', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['d', 'b', 'a'],
    ]),
  ).toEqual(['a', 'b', 'd', 'c'])
})

test('one ranking stays as it is, and none is none', () => {
  expect(fuseRanks([['c', 'a', 'b'], []])).toEqual(['c', 'a', 'b'])
  expect(fuseRanks([])).toEqual([])
})
