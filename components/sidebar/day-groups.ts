/** The day that a list is read on: where "today" begins depends on the reader's time zone. */
export type Calendar = { now: Date; timeZone: string }

export type DayGroup<Item> = { label: string; items: Item[] }

/**
 * Groups items by their last activity: Today, Yesterday, Previous 7 days, Previous 30 days, then by month.
 * Items come newest first, and stay in their order. Days are counted by the calendar, never by 24 hours, so
 * that a day of 23 or 25 hours is still one day; a time ahead of the clock counts as today.
 */
export function groupByDay<Item extends { lastActiveAt: string }>(
  items: readonly Item[],
  calendar: Calendar,
): DayGroup<Item>[] {
  const labelOf = labeller(calendar)
  const labelAt = (index: number) => labelOf(new Date(items[index]?.lastActiveAt ?? calendar.now))
  const groups: DayGroup<Item>[] = []
  for (let start = 0; start < items.length; ) {
    const label = labelAt(start)
    const end = firstWithout(label, labelAt, start + 1, items.length)
    groups.push({ label, items: items.slice(start, end) })
    start = end
  }
  return groups
}

/**
 * Where the items of one label end, by halving: to read the calendar for each of thousands would take as long as a
 * frame.
 */
function firstWithout(
  label: string,
  labelAt: (index: number) => string,
  start: number,
  length: number,
): number {
  let [low, high] = [start, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (labelAt(middle) === label) low = middle + 1
    else high = middle
  }
  return low
}

function labeller({ now, timeZone }: Calendar): (time: Date) => string {
  const dayOf = calendarDays(timeZone)
  const today = dayOf(now)
  const month = new Intl.DateTimeFormat('en', { timeZone, month: 'long' })
  const monthAndYear = new Intl.DateTimeFormat('en', { timeZone, month: 'long', year: 'numeric' })
  return (time) => {
    const day = dayOf(time)
    const age = today.number - day.number
    if (age <= 0) return 'Today'
    if (age === 1) return 'Yesterday'
    if (age <= 7) return 'Previous 7 days'
    if (age <= 30) return 'Previous 30 days'
    return (day.year === today.year ? month : monthAndYear).format(time)
  }
}

type CalendarDay = { year: number; number: number }

/** The calendar day of an instant, numbered so that neighbouring days differ by one. */
function calendarDays(timeZone: string): (time: Date) => CalendarDay {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (time) => {
    const fields = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const year = fields.get('year') ?? 0
    const start = Date.UTC(year, (fields.get('month') ?? 1) - 1, fields.get('day') ?? 1)
    return { year, number: start / 86_400_000 }
  }
}
