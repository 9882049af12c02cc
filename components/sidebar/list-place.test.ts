import { expect, test } from 'vitest'
import type { SessionItem } from '@/lib/schemas/session'
import { layoutOf } from './list-layout'
import { placeIn, topOfPlace } from './list-place'

const session = (minute: number): SessionItem => ({
  id: `s${minute}`,
  title: '',
  pinned: false,
  source: 'page' as const,
  temporary: false,
  lastActiveAt: new Date(Date.UTC(2026, 10, 30) - minute * 60_000).toISOString(),
  answering: false,
  unread: false,
  revision: '2.0.1',
})
const layout = (from: number, to: number) => {
  const items = Array.from({ length: to - from }, (_, i) => session(from + i))
  return layoutOf(items, [{ label: 'Today', items }], { heading: 40, row: 10 })
}
const path = '/c/s1'

test('a place is found again below sessions that have come since', () => {
  const place = placeIn(layout(0, 100), { top: 503, height: 200, path })
  expect(place).toMatchObject({ first: { id: 's50', offset: 37 }, rows: 67, path })
  expect(topOfPlace(layout(0, 100), place)).toBe(503)
  expect(topOfPlace(layout(-3, 100), place)).toBe(533)
})

test('without its first session it is as far down as it was', () => {
  const place = placeIn(layout(0, 100), { top: 503, height: 200, path })
  expect(topOfPlace(layout(60, 200), place)).toBe(503)
})

test('it asks for no more sessions than there were', () => {
  expect(placeIn(layout(0, 10), { top: 0, height: 900, path }).rows).toBe(10)
  expect(placeIn(layout(0, 0), { top: 0, height: 900, path })).toMatchObject({ first: null, rows: 0 })
})
