import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ImageDetail, imageRuleOf, imageTokens } from './index.ts'

const tokens = (model: string, width: number, height: number, detail: ImageDetail = 'high') =>
  imageTokens(imageRuleOf(model), { width, height, detail })

describe("Counting: an image is counted by its provider's rule, as in the guide's own examples", () => {
  test.each([
    ['gpt-4o', 1_024, 1_024, 'high', 765],
    ['gpt-4o', 2_048, 4_096, 'high', 1_105],
    ['gpt-4o', 4_096, 8_192, 'low', 85],
    ['gpt-5.4', 1_024, 1_024, 'high', 1_229],
    ['gpt-5.4', 2_048, 2_048, 'high', 3_000],
  ] as const)('%s, %i × %i, %s: %i', (model, width, height, detail, expected) => {
    expect(tokens(model, width, height, detail)).toBe(expected)
  })

  test('of patches, where a budget of 1,536 holds', () => {
    const budget = { longestSide: 2_048, patches: 1_536 }
    const rule = {
      kind: 'patches',
      factor: 1,
      limits: { low: budget, high: budget, original: budget },
    } as const
    expect(imageTokens(rule, { width: 1_024, height: 1_024, detail: 'high' })).toBe(1_024)
    expect(imageTokens(rule, { width: 1_800, height: 2_400, detail: 'high' })).toBe(1_452)
  })
})

describe('by the model', () => {
  test.each([
    ['gpt-4o-mini', 2_833 + 4 * 5_667],
    ['gpt-4.1', 765],
    ['gpt-5', 70 + 4 * 140],
    ['gpt-5-2025-08-07', 70 + 4 * 140],
    ['gpt-5.1', 70 + 4 * 140],
    ['o1', 75 + 4 * 150],
    ['o3', 75 + 4 * 150],
    ['gpt-5-mini', 1_229],
    ['gpt-5-nano', 1_536],
    ['gpt-5.2', 1_229],
    ['openai/gpt-5.5', 1_229],
    ['gpt-5.6-luna', 1_229],
    ['gpt-4.1-mini', 1_659],
    ['gpt-4.1-nano', 2_520],
    ['o4-mini', 1_762],
  ])('%s takes %2$i for 1,024 × 1,024', (model, expected) => {
    expect(tokens(model, 1_024, 1_024)).toBe(expected)
  })

  test.each([
    ['gpt-5.6-sol', 'low', Math.ceil(16 * 9 * 1.2)],
    ['gpt-5.5', 'low', Math.ceil(16 * 9 * 1.2)],
    ['gpt-5.4', 'low', Math.ceil(64 * 36 * 1.2)],
    ['gpt-5.6-sol', 'original', Math.ceil(120 * 68 * 1.2)],
    ['gpt-4o', 'original', 1_105],
  ] as const)('%s takes 3,840 × 2,160 at %s as its limits are', (model, detail, expected) => {
    expect(tokens(model, 3_840, 2_160, detail)).toBe(expected)
  })

  test.each([
    [1_024, 1_024],
    [3_840, 2_160],
    [300, 200],
    [10_000, 8_000],
  ])(
    'one that is not known takes no less for %i × %i than any rule of patches with a limit',
    (width, height) => {
      for (const model of ['gpt-5.4', 'gpt-5.5', 'gpt-4.1-mini', 'gpt-4.1-nano', 'o4-mini'])
        for (const detail of ['low', 'high', 'original'] as const)
          expect(tokens('qwen2.5vl:7b', width, height, 'low')).toBeGreaterThanOrEqual(
            tokens(model, width, height, detail),
          )
    },
  )
})

test('Counting: no image counts as nothing, and none takes more than its budget', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      expect(tokens('gpt-5.4', width, height)).toBeGreaterThanOrEqual(2)
      expect(tokens('gpt-5.4', width, height)).toBeLessThanOrEqual(3_000)
      expect(tokens('gpt-4o', width, height)).toBeGreaterThanOrEqual(85 + 170)
      expect(tokens('gpt-4o', width, height)).toBeLessThanOrEqual(85 + 8 * 170)
    }),
    { numRuns: 2_000 },
  )
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a side of %d is no size', (side) => {
  expect(() => tokens('gpt-4o', side, 10)).toThrow(RangeError)
  expect(() => tokens('gpt-4o', 10, side)).toThrow(RangeError)
})
