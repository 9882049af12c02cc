import { isBlank } from './blank.ts'
import type { LeftOutReason } from './context-map.ts'
import { tieResults } from './tie-results.ts'
import type { StoredMessage } from './types.ts'

/** Why messages of an exchange cannot be sent, place by place; null: that one can. Of one that can throughout: empty. */
export type Reasons = readonly (LeftOutReason | null)[]

const NONE: Reasons = []

/** Whether a message is sent, and counted, whatever stands around it; asked of every message that is kept. */
export const isPlain = (row: StoredMessage): boolean => !row.excluded && !row.pinned && isSound(row)

/** Whether a message can be sent for all that it is itself, and has no part in whether another one can. */
const isSound = (row: StoredMessage): boolean => row.status !== 'failed' && !isTied(row) && !isBlank(row.text)

/** Of the exchange from one place of the rows up to another. The first reason that is found for a message stays. */
export function unsendable(rows: readonly StoredMessage[], from = 0, end = rows.length): Reasons {
  let isExcluded = false
  let isWhole = rows[from]?.role === 'user'
  for (let place = from; place < end; place += 1) {
    const row = rows[place]
    if (row === undefined) break
    if (row.excluded) isExcluded = true
    if (!isSound(row)) isWhole = false
  }
  // What most exchanges are: nothing is looked for in them, and next to nothing allocated.
  if (isWhole) return isExcluded ? new Array<LeftOutReason>(end - from).fill('excluded') : NONE
  return reasonsOf(rows.slice(from, end), isExcluded)
}

function reasonsOf(exchange: readonly StoredMessage[], isExcluded: boolean): Reasons {
  const reasons = exchange.map((row): LeftOutReason | null =>
    hasFailed(row) ? 'failed' : isEmpty(row) ? 'empty' : null,
  )
  if (exchange.some(isTied)) tieResults(exchange, reasons)
  // An answer without its question would be the first message, or seem to answer another one.
  const first = exchange[0]
  const lacksQuestion = first?.role !== 'user'
  const asksNothing = !lacksQuestion && isBlank(first.text)
  return exchange.map((row, place) => {
    const own = reasons[place] ?? null
    if (own !== null) return own
    if (lacksQuestion && row.role !== 'system') return 'forgotten'
    return asksNothing ? 'empty' : isExcluded ? 'excluded' : null
  })
}

/** A result may be empty: that is what the tool said. */
const isEmpty = ({ role, text, toolCalls }: StoredMessage): boolean =>
  role !== 'tool' && toolCalls === undefined && isBlank(text)

const isTied = ({ role, toolCalls }: StoredMessage): boolean => role === 'tool' || toolCalls !== undefined

function hasFailed(row: StoredMessage): boolean {
  return row.status === 'failed' && row.role !== 'user'
}
