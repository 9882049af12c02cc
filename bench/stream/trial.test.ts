import { expect, test } from 'vitest'
import { quantile, together } from './trial.ts'

test('a quantile is one of the values', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect(quantile(hundred, 0.5)).toBe(51)
  expect(quantile(hundred, 0.99)).toBe(100)
  expect(quantile([7], 0.99)).toBe(7)
  expect(quantile([], 0.5)).toBeNaN()
})

test('trials are one by their medians, and keep every first token', () => {
  const trial = (cpuPerToken: number | null, firstToken: number) => ({
    firstTokens: [firstToken],
    totalOverIdeal: firstToken,
    cpuPerToken,
    peakMegabytes: cpuPerToken,
  })
  expect(together([trial(10, 1), trial(20, 2), trial(90, 3)])).toEqual({
    firstTokens: [1, 2, 3],
    totalOverIdeal: 2,
    cpuPerToken: 20,
    peakMegabytes: 20,
  })
  expect(together([trial(null, 1)])).toMatchObject({ cpuPerToken: null, peakMegabytes: null })
})
