import type { Role } from './types.ts'

/**
 * Where the exchange that ends before `end` begins: at its user message, or at 0 for what stands before the
 * first one. Looks at that exchange only.
 */
export function exchangeStart(messages: readonly { role: Role }[], end: number): number {
  let start = end - 1
  while (start > 0 && messages[start]?.role !== 'user') start -= 1
  return start
}

/** All exchanges, the newest first. */
export function exchangesIn<T extends { role: Role }>(messages: readonly T[]): T[][] {
  const exchanges: T[][] = []
  for (let end = messages.length; end > 0; ) {
    const start = exchangeStart(messages, end)
    exchanges.push(messages.slice(start, end))
    end = start
  }
  return exchanges
}
