import type { Days } from './asked-memory'

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})
const dayInWords = (day: string) => FORMAT.format(new Date(`${day}T00:00:00Z`))

/** "from 2 Jan 2026 to 5 Jan 2026"; null: whenever. */
export function daysInWords({ from, to }: Days): string | null {
  if (from !== null && to !== null)
    return from === to ? `on ${dayInWords(from)}` : `from ${dayInWords(from)} to ${dayInWords(to)}`
  if (from !== null) return `from ${dayInWords(from)} on`
  return to === null ? null : `up to ${dayInWords(to)}`
}
