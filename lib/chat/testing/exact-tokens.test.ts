import { expect, test } from 'vitest'
import { sampleMap } from '../../schemas/testing/sample-views.ts'
import { countTokens } from '../../tokens/index.ts'
import { wrongTokens } from './exact-tokens.ts'

const LIMITS = { perMessage: 4, perRequest: 3 }
const SENT = [{ content: 'They spoke of lighthouses.' }, { content: 'And then?' }]

/** Both texts as they are sent, the first of them as a summary. */
function mapOf({ summary = 0, message = 0, all = 0, overBudget = false } = {}) {
  const [told = 0, asked = 0] = SENT.map(({ content }) => countTokens(content, 'o200k_base') + 4)
  return sampleMap({
    segments: [
      {
        ...{ kind: 'summary', summaryId: 's', version: 1, fromSeq: 0, toSeq: 1, hash: 'h' },
        tokens: told + summary,
      },
      { kind: 'message', messageId: 'm', seq: 2, role: 'user', tokens: asked + message },
    ],
    tokens: told + summary + asked + message + 3 + all,
    overBudget,
  })
}

test('counts that are right, and of a summary a few more', () => {
  for (const summary of [0, 8]) expect(wrongTokens(mapOf({ summary }), SENT, LIMITS)).toEqual([])
})

test.each([
  ['message at 1', { message: 1 }],
  ['message at 1', { message: -1 }],
  ['summary at 0', { summary: 9 }],
  ['summary at 0', { summary: -1 }],
  ['all: ', { all: 1 }],
  ['over budget: ', { overBudget: true }],
])('a fault in %s is told: %j', (where, fault) => {
  const wrong = wrongTokens(mapOf(fault), SENT, LIMITS)
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toContain(where)
})

test('what was recalled counts with the message behind it, of which a few more are right', () => {
  const content = 'They spoke of lighthouses.\n\nAnd then?'
  const exact = countTokens(content, 'o200k_base') + LIMITS.perMessage
  const mapWith = (tokens: number) =>
    sampleMap({
      segments: [
        { kind: 'recall', hash: 'w', tokens, passages: [] },
        { kind: 'message', messageId: 'm', seq: 0, role: 'user', tokens: exact - 6 },
      ],
      tokens: tokens + exact - 6 + LIMITS.perRequest,
    })
  for (const tokens of [6, 14]) expect(wrongTokens(mapWith(tokens), [{ content }], LIMITS)).toEqual([])
  for (const tokens of [5, 15]) expect(wrongTokens(mapWith(tokens), [{ content }], LIMITS)).toHaveLength(1)
})
