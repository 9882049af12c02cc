import { describe, expect, test } from 'vitest'
import type { SessionItem } from '@/lib/schemas/session'
import { layoutOf, shiftBetween } from './list-layout'

const SIZES = { heading: 40, row: 10 }

/** `minute`: of its last activity, counted back. */
const session = (id: string, minute: number): SessionItem => ({
  id,
  title: id,
  pinned: false,
  source: 'page' as const,
  temporary: false,
  lastActiveAt: new Date(Date.UTC(2026, 10, 30, 12) - minute * 60_000).toISOString(),
  answering: false,
  unread: false,
  revision: '2.0.1',
})

/** Groups of the given sessions, in order. */
const layout = (...groups: SessionItem[][]) =>
  layoutOf(
    groups.flat(),
    groups.map((items, index) => ({ label: `Group ${index}`, items })),
    SIZES,
  )
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id, index) => session(id, index)) as [
  SessionItem,
  SessionItem,
  SessionItem,
  SessionItem,
  SessionItem,
]
// Heading 0–40, a 40–50, b 50–60; heading 60–100, c 100–110, d 110–120, e 120–130.
const five = layout([a, b], [c, d, e])

test('lines, rows and heights', () => {
  expect(five.lines).toBe(7)
  expect([0, 1, 2, 3, 4, 5, 6].map(five.sizeOf)).toEqual([40, 10, 10, 40, 10, 10, 10])
  expect([0, 1, 2, 3, 4].map(five.lineOf)).toEqual([1, 2, 4, 5, 6])
  expect([0, 1, 2, 3, 4].map(five.topOf)).toEqual([40, 50, 100, 110, 120])
  expect(five.bottomOf(4)).toBe(130)
})

test('the row at a height', () => {
  expect([0, 39, 49, 50, 60, 99, 109, 110, 129].map(five.rowAt)).toEqual([0, 0, 0, 1, 2, 2, 2, 3, 4])
  expect(five.rowAt(10_000)).toBe(5)
  expect(layout().rowAt(0)).toBe(0)
})

test('the row of a session, as long as it has not moved', () => {
  expect([a, b, c, d, e].map(five.rowOf)).toEqual([0, 1, 2, 3, 4])
  expect(five.rowOf({ ...c, lastActiveAt: a.lastActiveAt })).toBe(-1)
  expect(five.rowOf(session('x', 2))).toBe(-1)
  expect(five.rowOf(session('x', 99))).toBe(-1)
})

test('lines as the sections that they belong to, also where some between are left out', () => {
  const section = (number: number, rows: number[]) => ({
    label: `Group ${number}`,
    number,
    first: number === 0 ? 0 : 2,
    length: number === 0 ? 2 : 3,
    rows,
  })
  expect(five.sectionsOf([0, 1, 2, 3, 4])).toEqual([section(0, [0, 1]), section(1, [2])])
  expect(five.sectionsOf([1, 6])).toEqual([section(0, [0]), section(1, [4])])
  expect(five.sectionsOf([3])).toEqual([section(1, [])])
  expect(five.sectionsOf([])).toEqual([])
})

describe('what one reads', () => {
  // The heading stays on top: the first row below it is c.
  const top = 60

  test('moves down by what came above', () => {
    const now = session('now', -1)
    expect(shiftBetween(five, layout([now, a, b], [c, d, e]), top)).toBe(10)
    expect(shiftBetween(five, layout([now], [a, b], [c, d, e]), top)).toBe(50)
  })

  test('moves up by what went', () => {
    expect(shiftBetween(five, layout([b], [c, d, e]), top)).toBe(-10)
    expect(shiftBetween(five, layout([c, d, e]), top)).toBe(-60)
  })

  test('stays where its first session itself went, or jumped to the top', () => {
    expect(shiftBetween(five, layout([a, b], [d, e]), top)).toBe(-10)
    expect(shiftBetween(five, layout([session('c', -1), a, b], [d, e]), top)).toBe(0)
  })

  test('is nothing where all is gone', () => {
    expect(shiftBetween(five, layout([session('x', 0)]), top)).toBe(0)
    expect(shiftBetween(layout(), five, 0)).toBe(0)
  })
})
