import { expect, test } from 'vitest'
import { SUMMARY_REFUSALS, summaryRefusal } from './summary-refusal.ts'

test.each([
  ['', 0, 100, 'empty'],
  [' \n', 1, 100, 'empty'],
  ['Ok.', 2, 201, 'short'],
  ['Ok.', 2, 200, null],
  ['Ok.', 7, 1_000_000, 'short'],
  ['Nothing but time-outs.', 8, 1_000_000, null],
  ['Ok.', 100, 100, null],
  ['Ok.', 101, 100, 'long'],
])('%j of %i tokens, of sources of %i: %s', (text, tokens, sources, refusal) => {
  expect(summaryRefusal(text, { tokens, sources })).toBe(refusal)
})

test('every refusal says in a sentence of its own what was wrong', () => {
  expect(SUMMARY_REFUSALS).toEqual({
    empty: expect.stringMatching(/^The model .* empty .*\.$/),
    cut: expect.stringMatching(/^The model.* cut off .*\.$/),
    short: expect.stringMatching(/^The model.* too short .*\.$/),
    long: expect.stringMatching(/^The model.* longer than .*\.$/),
  })
})
