const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** UTF-16 units. A longer one is no page: a reference that is used often would make of it hundreds of megabytes. */
const LENGTH_MAX = 2_000

/** The address, if following it does no more than open a page or a mail; else null. Relative ones would be ours. */
export function safeUrl(url: string): string | null {
  if (url.length > LENGTH_MAX) return null
  const parsed = URL.parse(url)
  return parsed && ALLOWED.has(parsed.protocol) ? parsed.href : null
}
