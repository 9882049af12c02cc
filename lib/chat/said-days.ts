import type { SaidWithin } from '../ports/recall-index.ts'
import type { MemoryQuery } from '../schemas/recall.ts'

/** Further from UTC no clock has been, in ms. */
const FURTHEST = 16 * 3_600_000
const DAY = 24 * 3_600_000
/** Before and behind these a year has not four digits, and a time as a text no longer its place. */
const FIRST = Date.parse('1000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** The span of these days as the clocks of their time zone have it; undefined: whenever. */
export function saidOnDays({
  from,
  to,
  timeZone,
}: Pick<MemoryQuery, 'from' | 'to' | 'timeZone'>): SaidWithin | undefined {
  if (from === null && to === null) return undefined
  const dayOf = daysIn(timeZone)
  return {
    from: from === null ? null : firstInstant(from, 0, (time) => dayOf(time) >= from),
    before: to === null ? null : firstInstant(to, DAY, (time) => dayOf(time) > to),
  }
}

/** The day of an instant, as YYYY-MM-DD. */
export function daysIn(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  })
  return (time) => {
    const fields = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
    return `${fields.get('year')?.padStart(4, '0')}-${fields.get('month')}-${fields.get('day')}`
  }
}

/**
 * The first instant that is late enough, some `after` ms behind the day's midnight in UTC. By halving: a day may begin
 * at one o'clock, and an offset be of seconds.
 */
function firstInstant(day: string, after: number, isLate: (time: Date) => boolean): Date {
  const about = Date.parse(`${day}T00:00:00Z`) + after
  let [low, high] = [Math.max(about - FURTHEST, FIRST), Math.min(about + FURTHEST, LAST)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isLate(new Date(middle))) high = middle
    else low = middle + 1
  }
  return new Date(low)
}
