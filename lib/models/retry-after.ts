/**
 * Milliseconds that a response asks us to wait, by `retry-after-ms`, or by `retry-after` as seconds or as a date; null
 * where it does not say.
 */
export function retryAfterMs(headers: Record<string, string> | undefined, now: Date): number | null {
  const precise = numberOf(headers?.['retry-after-ms'])
  if (precise !== null) return precise
  const value = headers?.['retry-after']
  const seconds = numberOf(value)
  if (seconds !== null) return seconds * 1000
  const date = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}

function numberOf(value: string | undefined): number | null {
  if (value === undefined || !/^\s*\d{1,9}(\.\d+)?\s*$/.test(value)) return null
  return Number(value)
}
