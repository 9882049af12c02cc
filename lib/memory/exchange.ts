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
