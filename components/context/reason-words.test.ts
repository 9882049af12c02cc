import { expect, test } from 'vitest'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { sampleMap } from '@/lib/schemas/testing/sample-views'
import { reasonInWords } from './reason-words'

const mapWith = (settings: Partial<ContextMapView['settings']>): ContextMapView =>
  sampleMap({ settings: { ...sampleMap().settings, ...settings } })

test('reasons name the setting that they come from', () => {
  expect(reasonInWords('budget', mapWith({}))).toBe('left out to stay within 8,000 tokens')
  expect(reasonInWords('window', mapWith({ maxExchanges: 12 }))).toBe('beyond the last 12 exchanges')
  expect(reasonInWords('window', mapWith({ maxExchanges: 1 }))).toBe('beyond the last exchange')
  expect(reasonInWords('window', mapWith({ maxExchanges: 0 }))).toBe(
    'only your newest message and what you pinned are sent',
  )
})
