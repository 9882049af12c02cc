import type { PlanFrame } from './plan-frame.ts'
import type { StoredMessage } from './types.ts'
import { type Reasons, unsendable } from './unsendable.ts'

/** An exchange that is sent wherever it stands below the divider. */
export type PinnedExchange = {
  fromSeq: number
  toSeq: number
  rows: StoredMessage[]
  reasons: Reasons
}

type PinnedFrame = Pick<PlanFrame, 'pinned' | 'limits'>

/** What is reserved for them before anything else of the history, with the overhead of each message. */
export function pinnedTokens({ pinned, limits }: PinnedFrame): number {
  let tokens = 0
  for (let from = 0; from < pinned.length; ) {
    const end = exchangeEnd(pinned, from)
    const reasons = unsendable(pinned, from, end)
    for (let place = from; place < end; place += 1) {
      if (!reasons[place - from]) tokens += (pinned[place]?.tokens ?? 0) + limits.perMessage
    }
    from = end
  }
  return tokens
}

/** The rows of the pinned exchanges, exchange by exchange, with what of them is sent. */
export function pinnedExchanges({ pinned }: PinnedFrame): PinnedExchange[] {
  const exchanges: PinnedExchange[] = []
  for (let from = 0; from < pinned.length; ) {
    const end = exchangeEnd(pinned, from)
    const rows = pinned.slice(from, end)
    exchanges.push({
      fromSeq: rows[0]?.seq ?? 0,
      toSeq: rows.at(-1)?.seq ?? 0,
      rows,
      reasons: unsendable(rows),
    })
    from = end
  }
  return exchanges
}

/** Of rows of whole exchanges, which a user message begins. */
function exchangeEnd(rows: readonly StoredMessage[], from: number): number {
  let end = from + 1
  while (end < rows.length && rows[end]?.role !== 'user') end += 1
  return end
}
