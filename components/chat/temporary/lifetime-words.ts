import { clockTime } from '@/components/sessions/clock-time'
import { written } from '@/components/ui/written'

const UNITS = [
  { name: 'day', one: 'a day', seconds: 86_400 },
  { name: 'hour', one: 'an hour', seconds: 3_600 },
  { name: 'minute', one: 'a minute', seconds: 60 },
  { name: 'second', one: 'a second', seconds: 1 },
]

/** In the largest unit that it is a whole number of: "an hour", "90 minutes". */
export function durationInWords(seconds: number): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0)
  if (!unit) return `${written(seconds)} seconds`
  const count = seconds / unit.seconds
  return count === 1 ? unit.one : `${written(count)} ${unit.name}s`
}

/** When something ends, for one who reads at `now`: "at 15:32", "on 3 December at 15:32". */
export function endInWords(ends: Date, now: Date, timeZone?: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone })
  const at = `at ${clockTime(ends, timeZone)}`
  return day.format(ends) === day.format(now) ? at : `on ${day.format(ends)} ${at}`
}
