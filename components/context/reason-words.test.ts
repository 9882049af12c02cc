import { expect, test } from 'vitest'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { reasonInWords } from './reason-words'

const mapWith = (settings: Partial<ContextMapView['settings']>): ContextMapView => ({
  version: 1,
  settings: { maxExchanges: null, maxTokens: 8_000, useSummary: true, ...settings },
  limit: { total: 8_000, maxTokens: 8_000, window: 128_000, answerReserve: 4_000 },
  encoding: 'o200k_base',
  exact: true,
  segments: [],
  leftOut: [],
  keptStart: null,
  tokens: 0,
  overBudget: false,
})

test('reasons name the setting that they come from', () => {
  expect(reasonInWords('budget', mapWith({}))).toBe('left out to stay within 8,000 tokens')
  expect(reasonInWords('window', mapWith({ maxExchanges: 12 }))).toBe('beyond the last 12 exchanges')
  expect(reasonInWords('window', mapWith({ maxExchanges: 1 }))).toBe('beyond the last exchange')
  expect(reasonInWords('window', mapWith({ maxExchanges: 0 }))).toBe('only your newest message is sent')
})
