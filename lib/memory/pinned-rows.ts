import type { LeftOutReason } from './context-map.ts'
import type { PlanFrame } from './plan-frame.ts'
import type { StoredMessage } from './types.ts'
import { unsendable } from './unsendable.ts'

/** An exchange that is sent wherever it stands below the divider. */
export type PinnedExchange = {
  fromSeq: number
  toSeq: number
  /** Its messages, each with the reason why it cannot be sent; null: it is. */
  rows: { row: StoredMessage; reason: LeftOutReason | null }[]
}

/** `tokens` are reserved for them before anything else of the history, with the overhead of each message. */
export type Pinned = { exchanges: PinnedExchange[]; tokens: number }

export function pinnedRows({ pinned, limits }: Pick<PlanFrame, 'pinned' | 'limits'>): Pinned {
  const exchanges = exchangesOf(pinned).map((exchange): PinnedExchange => {
    const reasons = unsendable(exchange)
    return {
      fromSeq: exchange[0]?.seq ?? 0,
      toSeq: exchange.at(-1)?.seq ?? 0,
      rows: exchange.map((row, place) => ({ row, reason: reasons[place] ?? null })),
    }
  })
  const sent = exchanges.flatMap(({ rows }) => rows.filter(({ reason }) => reason === null))
  return { exchanges, tokens: sent.reduce((sum, { row }) => sum + row.tokens + limits.perMessage, 0) }
}

/** Rows of whole exchanges, which a user message begins. */
function exchangesOf(rows: readonly StoredMessage[]): StoredMessage[][] {
  const exchanges: StoredMessage[][] = []
  for (const row of rows) {
    const open = exchanges.at(-1)
    if (open === undefined || row.role === 'user') exchanges.push([row])
    else open.push(row)
  }
  return exchanges
}
