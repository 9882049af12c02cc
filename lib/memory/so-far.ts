import type { LeftOutReason } from './context-map.ts'
import type { PlanFrame } from './plan-frame.ts'
import type { StoredMessage } from './types.ts'
import { unsendable } from './unsendable.ts'

/** Each message behind the newest one of the user, with the reason that it cannot be sent; null: it is. */
export function sortSoFar(
  { soFar = [] }: Pick<PlanFrame, 'soFar'>,
  newest: StoredMessage,
): [StoredMessage, LeftOutReason | null][] {
  if (soFar.length === 0) return []
  // Both are answered now, whatever the mark of their exchange, and whether or not the user has said anything.
  const exchange = [{ ...newest, text: 'asked' }, ...soFar].map((row) => ({ ...row, excluded: false }))
  const reasons = unsendable(exchange)
  return soFar.map((row, place) => [row, reasons[place + 1] ?? null])
}

/** What is sent of them, in tokens, with the overhead of each. */
export const soFarTokens = (frame: Pick<PlanFrame, 'soFar' | 'limits'>, newest: StoredMessage): number =>
  sortSoFar(frame, newest).reduce(
    (sum, [row, reason]) => (reason === null ? sum + row.tokens + frame.limits.perMessage : sum),
    0,
  )
