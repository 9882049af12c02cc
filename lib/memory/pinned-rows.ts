import type { LeftOutReason } from './context-map.ts'
import type { PlanFrame } from './plan-frame.ts'
import type { StoredMessage } from './types.ts'
import { unsendable } from './unsendable.ts'

/** An exchange that is sent wherever it stands below the divider. */
export type PinnedExchange = {
  fromSeq: number
  toSeq: number
  rows: StoredMessage[]
  /** Why each of them cannot be sent; null: it is. */
  reasons: (LeftOutReason | null)[]
}

/** `tokens` are reserved for them before anything else of the history, with the overhead of each message. */
export type Pinned = { exchanges: PinnedExchange[]; tokens: number }

/** The rows of the pinned exchanges, exchange by exchange, with what of them is sent. */
export function pinnedRows({ pinned, limits }: Pick<PlanFrame, 'pinned' | 'limits'>): Pinned {
  const exchanges: PinnedExchange[] = []
  let tokens = 0
  for (let from = 0; from < pinned.length; ) {
    const end = exchangeEnd(pinned, from)
    const rows = pinned.slice(from, end)
    const reasons = unsendable(rows)
    for (const [place, row] of rows.entries()) {
      if (reasons[place] === null) tokens += row.tokens + limits.perMessage
    }
    exchanges.push({ fromSeq: rows[0]?.seq ?? 0, toSeq: rows.at(-1)?.seq ?? 0, rows, reasons })
    from = end
  }
  return { exchanges, tokens }
}

/** Of rows of whole exchanges, which a user message begins. */
function exchangeEnd(rows: readonly StoredMessage[], from: number): number {
  let end = from + 1
  while (end < rows.length && rows[end]?.role !== 'user') end += 1
  return end
}
