const DAY = 86_400_000

const UNITS: [ms: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [DAY, 'day'],
  [7 * DAY, 'week'],
  [30 * DAY, 'month'],
  [365 * DAY, 'year'],
]

/** How long ago something was said: "3 weeks ago", "just now". */
export function saidAgo(saidAt: Date, now: Date): string {
  const ago = now.getTime() - saidAt.getTime()
  const [ms, unit] = UNITS.findLast(([size]) => ago >= size) ?? []
  if (ms === undefined || unit === undefined) return 'just now'
  return new Intl.RelativeTimeFormat('en').format(-Math.trunc(ago / ms), unit)
}

/** "7 Nov 2026, 15:32". `timeZone`: the browser's own where it is not given. */
export const saidOn = (saidAt: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(saidAt)
