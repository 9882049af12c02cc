const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** The address, if following it does no more than open a page or a mail; else null. Relative ones would be ours. */
export function safeUrl(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && ALLOWED.has(parsed.protocol) ? parsed.href : null
}
