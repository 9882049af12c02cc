import { expect, test } from 'vitest'
import { cleanSummary } from './clean-summary.ts'

test.each([
  [' Ada lives in Turin.\n', 'Ada lives in Turin.'],
  ['<think>The user\nis Ada.</think>\n\nAda lives in Turin.', 'Ada lives in Turin.'],
  ['<Thinking>Hm.</Thinking>Ada lives in Turin.', 'Ada lives in Turin.'],
  ['The user is Ada.</think>Ada lives in Turin.', 'Ada lives in Turin.'],
  ['<think>The user is Ada', ''],
  ['<think></think>', ''],
  ['Ada asked what <think> and </think> are for.', 'Ada asked what <think> and </think> are for.'],
  ['', ''],
  ['Ada\0 lives\ud800.', 'Ada\ufffd lives\ufffd.'],
])('of %j: %j', (said, summary) => {
  expect(cleanSummary(said)).toBe(summary)
})
