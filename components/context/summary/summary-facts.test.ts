import { expect, test } from 'vitest'
import { sampleSummary } from '@/lib/schemas/testing/sample-summary'
import { summaryFacts } from './summary-facts'

const models = [{ id: 'compatible/fine', name: 'Fine' }]

test.each([
  [{ model: 'compatible/fine' }, 'by Fine, '],
  [{ model: 'gone' }, 'by gone, '],
  [{ model: null, author: 'user', basedOn: 2 }, 'by you, from v2, '],
] as const)('%j', (change, words) => {
  expect(summaryFacts(sampleSummary({ ...change, tokens: 1_512 }), models)).toContain(
    `1,512 tokens, ${words}`,
  )
})
