import type { LeftOutReason } from './context-map.ts'
import { exchangeStart } from './exchange.ts'
import { type Kept, keepNewest, type Room } from './keep-newest.ts'
import { limitOf, neededTokens } from './limit.ts'
import { MemoryError } from './memory-error.ts'
import type { PlanFrame } from './plan-frame.ts'
import { requireLimit } from './require-count.ts'
import type { StoredMessage } from './types.ts'
import { isSendable, unsendable } from './unsendable.ts'

export type KeptRows = Kept & {
  newest: StoredMessage
  /** What there was for the rows before the newest one. */
  room: Room
  /** Why messages of the kept part are not sent, by their rows; null: all are. */
  reasons: Map<StoredMessage, LeftOutReason> | null
}

/**
 * What of the rows is sent: divider, what cannot be sent, window and budget. `tokens` are those of the kept
 * rows before the newest one, with the overhead of each. Looks at no row older than those that decide.
 */
export function keepRows(frame: PlanFrame, rows: readonly StoredMessage[]): KeptRows {
  const { settings, limits } = frame
  requireLimit('maxExchanges', settings.maxExchanges)
  requireLimit('maxTokens', settings.maxTokens)
  const newest = rows.at(-1)
  if (newest?.role !== 'user') throw new MemoryError('invalid_rows', 'The last row must be a user message.')

  const end = rows.length - 1
  const floor = Math.min(end, placeBelow(rows, frame.dividerSeq))
  let reasons: KeptRows['reasons'] = null
  const exchanges = {
    startBefore: (before: number) => exchangeStart(rows, floor, before),
    cost(from: number, to: number) {
      if (isSendable(rows, from, to)) return tokensOf(rows, from, to, limits.perMessage)
      const exchange = rows.slice(from, to)
      const verdicts = unsendable(exchange)
      let tokens: number | null = null
      for (const [index, row] of exchange.entries()) {
        const reason = verdicts[index]
        if (reason) {
          reasons ??= new Map()
          reasons.set(row, reason)
        } else tokens = (tokens ?? 0) + row.tokens + limits.perMessage
      }
      return tokens
    },
  }
  const room = {
    exchanges: settings.maxExchanges ?? Infinity,
    tokens: limitOf(settings, limits).total - neededTokens(newest.tokens, limits, frame.instructions),
  }
  const kept = keepNewest(exchanges, floor, end, room)
  return { ...kept, newest, room, reasons }
}

function tokensOf(rows: readonly StoredMessage[], from: number, to: number, perMessage: number): number {
  let tokens = 0
  for (let place = from; place < to; place += 1) tokens += (rows[place]?.tokens ?? 0) + perMessage
  return tokens
}

/** The place of the first row below the divider, found in a few steps. */
function placeBelow(rows: readonly StoredMessage[], dividerSeq: number | null): number {
  if (dividerSeq === null) return 0
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.seq ?? 0) < dividerSeq) low = middle + 1
    else high = middle
  }
  return low
}
