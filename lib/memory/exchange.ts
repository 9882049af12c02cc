import type { Role } from './types.ts'

/**
 * Where the exchange that ends before `end` begins: at its user message, or at `floor` for what stands before
 * the first one. Looks at that exchange only.
 */
export function exchangeStart(messages: readonly { role: Role }[], floor: number, end: number): number {
  let start = end - 1
  while (start > floor && messages[start]?.role !== 'user') start -= 1
  return start
}
