import { describe, expect, test } from 'vitest'
import type { SummaryList } from '@/lib/schemas/summary'
import { sampleSummary } from '@/lib/schemas/testing/sample-summary'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { summaryNotes } from './summary-notes'

const listed = (change: Partial<SummaryList> = {}): SummaryList => ({
  versions: [],
  writing: false,
  failure: null,
  ...change,
})
const said = (...noted: Parameters<typeof summaryNotes>) => summaryNotes(...noted).map(({ text }) => text)

const message = (seq: number) => ({
  kind: 'message' as const,
  messageId: `m${seq}`,
  seq,
  role: 'user' as const,
  tokens: 9,
})
const owing = (toSeq: number) =>
  sampleMap({ segments: [0, 1, 2, 3].map(message), owed: { fromSeq: 0, toSeq } })

test('off, nothing else matters', () => {
  const map = sampleMap({ settings: { maxExchanges: null, maxTokens: 8_000, useSummary: false } })
  expect(said({ map, list: listed({ failure: 'No.' }), tense: 'next' })).toEqual([
    'Summaries are off: what no longer fits is left out.',
  ])
  expect(said({ map, list: null, tense: 'past' })).toEqual([
    'Summaries were off: what did not fit was left out.',
  ])
})

test('without any memory it is of no use', () => {
  const map = sampleMap({ settings: { maxExchanges: 0, maxTokens: 8_000, useSummary: true } })
  expect(said({ map, list: listed({ failure: 'No.' }), tense: 'next' })).toEqual([
    'With 0 exchanges nothing is remembered, so no summary is used.',
  ])
  expect(said({ map, list: null, tense: 'past' })).toEqual([
    'With 0 exchanges nothing was remembered, so no summary was used.',
  ])
})

describe('where there is none', () => {
  test('the next turn says when one comes; not before that is known, nor while one is written', () => {
    const map = sampleMap()
    expect(said({ map, list: listed(), tense: 'next' })).toEqual([
      'There is none yet. One is written before the oldest messages no longer fit.',
    ])
    expect(said({ map, list: null, tense: 'next' })).toEqual([])
    expect(said({ map, list: listed({ writing: true }), tense: 'next' })).toEqual([])
  })
  test('a past turn says that there was none', () => {
    expect(said({ map: sampleMap(), list: null, tense: 'past' })).toEqual(['None was sent.'])
  })
})

test('what is owed is counted', () => {
  expect(said({ map: owing(2), list: listed(), tense: 'next' })).toEqual([
    '3 messages are over the limit and are sent as they are until a summary tells them.',
  ])
  expect(said({ map: owing(2), list: listed(), tense: 'next', pinned: new Set(['m1']) }).join()).toMatch(
    /^2 /,
  )
  expect(said({ map: owing(0), list: listed(), tense: 'next' })).toEqual([
    'One message is over the limit and is sent as it is until a summary tells it.',
  ])
  expect(said({ map: owing(1), list: null, tense: 'past' })).toEqual([
    '2 messages were over the limit and went in as they were: no summary told them yet.',
  ])
  expect(said({ map: owing(0), list: null, tense: 'past' })).toEqual([
    'One message was over the limit and went in as it was: no summary told it yet.',
  ])
})

describe('a failure', () => {
  const map = sampleMap({ summaryFailure: 'Old.' })
  test('of the next turn is the newest', () => {
    const failed = (writing: boolean) =>
      said({ map, list: listed({ failure: 'The model refused.', writing }), tense: 'next' })
    expect(failed(false)).toEqual(['The last try to write one failed: The model refused.'])
    expect(failed(true)).toEqual(['The last try to write one failed: The model refused. It is tried again.'])
    expect(said({ map, list: listed(), tense: 'next' }).join()).not.toContain('failed')
  })
  test('of a past turn is the one that it knew', () => {
    expect(said({ map, list: listed({ failure: 'New.' }), tense: 'past' })).toEqual([
      'The last try to write one had failed: Old.',
    ])
  })
})

describe('the newest version', () => {
  const list = (usable: boolean) =>
    listed({ versions: [sampleSummary({ version: 4, usable }), sampleSummary({ version: 3 })] })
  const sent = (version: number) =>
    sampleMap({
      summary: { id: `s${version}`, version, toSeq: 7 },
      trimmed: { beforeSeq: 8, reason: 'budget' },
    })

  test('waits for the beginning to move', () => {
    expect(said({ map: sent(3), list: list(true), tense: 'next' })).toEqual([
      'v4 is written; it takes effect when the beginning of what is sent moves next.',
    ])
    expect(said({ map: sampleMap(), list: list(true), tense: 'next' })).toHaveLength(1)
  })
  test('is more than the model bears', () => {
    const large = listed({ versions: [sampleSummary({ version: 4, tokens: 1_911 })] })
    const mapOf = (window: number) =>
      sampleMap({ limit: { total: 4_000, maxTokens: null, window, answerReserve: 1_000 } })
    expect(said({ map: mapOf(5_000), list: large, tense: 'next' })).toEqual([
      'v4 is larger than half of what this model can hold, so it is not sent: shorten it, or choose a model that holds more.',
    ])
    expect(said({ map: mapOf(5_002), list: large, tense: 'next' }).join()).toContain('takes effect')
  })
  test('is not used', () => {
    expect(said({ map: sent(3), list: list(false), tense: 'next' })).toEqual([
      'v4 is not used now: an exchange of its range is marked otherwise than when it was written, or it belongs to another branch.',
    ])
  })
  test('is sent because it was asked for: how the messages come back', () => {
    const map = { ...sent(4), trimmed: null }
    expect(said({ map, list: list(true), tense: 'next' })).toEqual([
      'To send the messages themselves again, switch summaries off for this conversation.',
    ])
    expect(said({ map, list: list(true), tense: 'past' })).toEqual([])
  })
  test('is sent: nothing to say', () => {
    expect(said({ map: sent(4), list: list(true), tense: 'next' })).toEqual([])
    expect(said({ map: sent(3), list: list(true), tense: 'past' })).toEqual([])
  })
})
