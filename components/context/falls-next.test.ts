import { describe, expect, test } from 'vitest'
import { plan } from '@/lib/memory/plan'
import type { StoredMessage } from '@/lib/memory/types'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { fallsNext, fallsNextInWords } from './falls-next'

const message = (seq: number, tokens: number, change: { pinned?: true } = {}) => ({
  kind: 'message' as const,
  messageId: `m${seq}`,
  seq,
  role: seq % 2 === 0 ? ('user' as const) : ('assistant' as const),
  tokens,
  ...change,
})

/** Exchanges of these tokens, oldest first, each question taking 10 of them, and a new message of 10. */
function mapOf(sizes: number[], change: Partial<ContextMapView> = {}): ContextMapView {
  const history = sizes.flatMap((size, place) => [message(2 * place, 10), message(2 * place + 1, size - 10)])
  const segments = [...history, message(2 * sizes.length, 10)]
  const tokens = segments.reduce((sum, segment) => sum + segment.tokens, 0)
  return sampleMap({
    limit: { total: 1_000, maxTokens: 1_000, window: 8_000, answerReserve: 1_000 },
    segments,
    keptStart: 0,
    tokens,
    ...change,
  })
}

describe('by tokens', () => {
  test('as many of the oldest as free what is above the low mark', () => {
    // 600 are kept and 390 free: of 990 there are to stay 693.
    expect(fallsNext(mapOf([100, 100, 100, 300]))).toEqual({
      room: { unit: 'tokens', count: 390 },
      exchanges: 3,
      into: 'summary',
    })
  })

  test('a large old exchange frees enough alone', () => {
    expect(fallsNext(mapOf([400, 100, 100]))).toMatchObject({ exchanges: 1 })
  })

  test('where all that there is would not do, their number is not known', () => {
    expect(fallsNext(mapOf([50, 50]))).toMatchObject({ exchanges: null })
  })

  test('over the limit there is no room', () => {
    expect(fallsNext(mapOf([400, 400, 400]))).toMatchObject({ room: { count: 0 }, exchanges: 1 })
  })

  test('what is pinned does not fall out', () => {
    const map = mapOf([300, 300])
    const segments = map.segments.map((segment, place) =>
      place < 2 ? { ...segment, pinned: true as const } : segment,
    )
    expect(fallsNext({ ...map, segments, keptStart: 2, tokens: 900 })).toMatchObject({ exchanges: 1 })
  })

  test('with summaries off it goes nowhere', () => {
    const settings = { maxExchanges: null, maxTokens: 1_000, useSummary: false }
    expect(fallsNext(mapOf([300, 300], { settings }))).toMatchObject({ into: 'nothing' })
  })
})

describe('by exchanges', () => {
  const settings = { maxExchanges: 10, maxTokens: 1_000, useSummary: true }

  test('the window, where it is full before the tokens are', () => {
    // Of eleven, seven are to stay.
    expect(fallsNext(mapOf([10, 10, 10, 10, 10, 10, 10, 10], { settings }))).toEqual({
      room: { unit: 'exchanges', count: 2 },
      exchanges: 4,
      into: 'summary',
    })
  })

  test('the tokens, where they are full before the window is', () => {
    expect(fallsNext(mapOf([400, 400], { settings }))).toMatchObject({ room: { unit: 'tokens' } })
  })
})

test('calls and results belong to the exchange of their question', () => {
  const plain = mapOf([100, 100, 400])
  // The last exchange as a question, a call, its result and the answer.
  const called = [
    message(4, 10),
    message(5, 10),
    { ...message(6, 370), role: 'tool' as const },
    message(7, 10),
  ]
  const segments = [...plain.segments.slice(0, 4), ...called, message(8, 10)]
  expect(fallsNext({ ...plain, segments })).toEqual(fallsNext(plain))
})

test('where nothing of the history is sent nothing can fall out', () => {
  expect(fallsNext(mapOf([]))).toBeNull()
})

test.each([20, 35, 50, 90])('the planner lets go of as many, or one more or less: messages of %i', (size) => {
  const row = (seq: number): StoredMessage => ({
    id: `m${seq}`,
    seq,
    role: seq % 2 === 0 ? 'user' : 'assistant',
    text: 'x',
    tokens: size,
    pinned: false,
    excluded: false,
    status: 'complete',
  })
  const planned = (exchanges: number) =>
    plan({
      settings: { maxExchanges: null, maxTokens: 1_000, useSummary: false },
      limits: {
        window: 8_000,
        answerReserve: 1_000,
        encoding: 'o200k_base',
        exact: true,
        perMessage: 4,
        perRequest: 3,
      },
      instructions: null,
      firstSeq: 0,
      dividerSeq: null,
      pinned: [],
      previous: null,
      summaries: null,
      rows: Array.from({ length: 2 * exchanges + 1 }, (_, seq) => row(seq)),
    }).map
  let exchanges = 3
  while (planned(exchanges + 1).keptStart === 0) exchanges += 1
  const fallen = (planned(exchanges + 1).keptStart ?? 0) / 2
  expect(fallen).toBeGreaterThan(0)
  expect(Math.abs(fallen - (fallsNext(planned(exchanges))?.exchanges ?? 0))).toBeLessThanOrEqual(1)
})

test.each([
  [
    { room: { unit: 'tokens', count: 1_934 }, exchanges: 6, into: 'summary' },
    'Room for about 1,900 tokens. After that the oldest 6 exchanges go into the summary.',
  ],
  [
    { room: { unit: 'exchanges', count: 2 }, exchanges: 1, into: 'nothing' },
    'Room for 2 more exchanges. After that the oldest exchange is left out.',
  ],
  [
    { room: { unit: 'exchanges', count: 1 }, exchanges: 2, into: 'nothing' },
    'Room for one more exchange. After that the oldest 2 exchanges are left out.',
  ],
  [
    { room: { unit: 'tokens', count: 0 }, exchanges: 1, into: 'summary' },
    'There is no more room. Next, the oldest exchange goes into the summary.',
  ],
  [
    { room: { unit: 'tokens', count: 6_000 }, exchanges: null, into: 'nothing' },
    'Room for about 6,000 tokens. After that the oldest exchanges are left out.',
  ],
] as const)('%j in words', (next, words) => {
  expect(fallsNextInWords(next)).toBe(words)
})
