import { describe, expect, test } from 'vitest'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { effectOf } from './effect'
import { effectInWords } from './effect-words'

const messages = Array.from({ length: 50 }, (_, seq) => ({
  id: `m${seq}`,
  seq,
  kind: 'message' as const,
  pinned: seq === 7,
}))
const DEFAULTS = sampleMap().settings
const effect = (change: Partial<ContextMapView>, settings: Partial<ContextMapView['settings']> = {}) =>
  effectOf(sampleMap({ ...change, settings: { ...DEFAULTS, ...settings } }), { messages, earlier: false })

const now = effect({ tokens: 6_900 })
const window = { fromSeq: 0, toSeq: 41, reason: 'window' as const }
const sent = (seq: number, tokens: number) => ({
  kind: 'message' as const,
  messageId: `m${seq}`,
  seq,
  role: 'user' as const,
  tokens,
})
const summary = {
  kind: 'summary' as const,
  summaryId: 's',
  version: 1,
  fromSeq: 0,
  toSeq: 39,
  hash: 'h',
  tokens: 300,
}

describe('what is tried, beside what counts now', () => {
  test.each<[string, ReturnType<typeof effect>]>([
    [
      'With 5 exchanges the next turn sends 1,240 tokens instead of 6,900, and leaves out 42 messages.',
      effect({ tokens: 1_240, leftOut: [window] }, { maxExchanges: 5 }),
    ],
    [
      'With 1 exchange, no limit by length and no summary the next turn sends the same 6,900 tokens, and leaves nothing out.',
      effect({ tokens: 6_900 }, { maxExchanges: 1, maxTokens: null, useSummary: false }),
    ],
    [
      'With up to 2,000 tokens the next turn sends 1,900 tokens instead of 6,900, leaves out 2 messages, and sends a summary in place of 40 messages.',
      effect(
        {
          tokens: 1_900,
          segments: [summary],
          leftOut: [{ fromSeq: 40, toSeq: 41, reason: 'budget' }],
        },
        { maxTokens: 2_000 },
      ),
    ],
    [
      'With no limit by length the next turn sends 7,000 tokens instead of 6,900, and sends a summary in place of 35 messages.',
      // Of its forty two are pinned and three are excluded.
      effect(
        {
          tokens: 7_000,
          segments: [summary, sent(4, 10), sent(5, 10), sent(40, 10)],
          leftOut: [{ fromSeq: 10, toSeq: 12, reason: 'excluded' }],
        },
        { maxTokens: null },
      ),
    ],
    [
      'With 5 exchanges the next turn sends 6,800 tokens instead of 6,900, and leaves nothing out. Of that, 2 messages of 230 tokens go as they are only until a summary tells them.',
      effect(
        {
          tokens: 6_800,
          owed: { fromSeq: 0, toSeq: 9 },
          // Two of its range are pinned, the others are excluded.
          segments: [sent(0, 200), { ...sent(5, 90), pinned: true }, sent(7, 80), sent(9, 30), sent(10, 500)],
        },
        { maxExchanges: 5 },
      ),
    ],
    [
      'With up to 100 tokens the next turn sends 130 tokens instead of 6,900, and leaves out 50 messages. That is over the limit of 100 tokens.',
      effect(
        {
          tokens: 130,
          overBudget: true,
          limit: { ...sampleMap().limit, total: 100 },
          leftOut: [{ fromSeq: 0, toSeq: 49, reason: 'budget' }],
        },
        { maxTokens: 100 },
      ),
    ],
  ])('%s', (words, tried) => {
    expect(effectInWords(tried, now)).toBe(words)
  })
})

test('where nothing is tried the next turn is told alone', () => {
  expect(effectInWords(now, now)).toBe('The next turn sends 6,900 tokens, and leaves nothing out.')
})

test('what was excluded or cut off by hand is not laid to the settings', () => {
  const cut = effect({
    leftOut: [
      { fromSeq: 0, toSeq: 9, reason: 'afresh' },
      { fromSeq: 12, toSeq: 13, reason: 'excluded' },
      { fromSeq: 10, toSeq: 11, reason: 'budget' },
    ],
  })
  expect(cut.leftOut.count).toBe(2)
})

test('what recall is left counts as a change; what it may not change in the next turn does not', () => {
  const recall = { from: 'all', remembered: true, topK: 3, minScore: null, maxTokens: 1_000 } as const
  const more = (
    change: Partial<typeof recall> | { from: 'off' } | { maxTokens: number } | { minScore: number },
  ) => effectInWords(effect({ tokens: 6_900 }, { recall: { ...recall, ...change } }), now)
  expect(more({ from: 'off' })).toMatch(/^With no recall the next turn sends the same/)
  expect(more({ maxTokens: 50 })).toMatch(/^With room for 50 tokens of recall the next turn sends/)
  expect(more({ minScore: 0.4 })).toMatch(/^The next turn sends 6,900 tokens/)
})
