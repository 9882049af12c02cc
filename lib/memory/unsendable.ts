import { isBlank } from './blank.ts'
import type { LeftOutReason } from './context-map.ts'
import type { StoredMessage } from './types.ts'

/** Whether a message is sent, and counted, whatever stands around it; asked of every message that is kept. */
export function isPlain(row: StoredMessage): boolean {
  return !row.excluded && !row.pinned && row.status !== 'failed' && row.role !== 'tool' && !isBlank(row.text)
}

/**
 * Why messages of an exchange cannot be sent, place by place; null: that one can. For exchanges that are not
 * plain throughout. The first reason that is found for a message stays.
 */
export function unsendable(exchange: readonly StoredMessage[]): (LeftOutReason | null)[] {
  const reasons = exchange.map((row): LeftOutReason | null =>
    hasFailed(row) ? 'failed' : isBlank(row.text) ? 'empty' : null,
  )
  if (exchange.some(({ role }) => role === 'tool')) tieResults(exchange, reasons)
  // An answer without its question would be the first message, or seem to answer another one.
  const first = exchange[0]
  const lacksQuestion = first?.role !== 'user'
  const asksNothing = !lacksQuestion && isBlank(first.text)
  const isExcluded = exchange.some((row) => row.excluded)
  return exchange.map((row, place) => {
    const own = reasons[place] ?? null
    if (own !== null) return own
    if (lacksQuestion && row.role !== 'system') return 'forgotten'
    return asksNothing ? 'empty' : isExcluded ? 'excluded' : null
  })
}

/** A call without its result, or a result without its call, is refused by providers: they go together. */
function tieResults(exchange: readonly StoredMessage[], reasons: (LeftOutReason | null)[]): void {
  for (const { call, members } of callGroups(exchange)) {
    const lost = members.map((place) => reasons[place]).find((reason) => reason !== null)
    // A result whose call is not there belongs to a message that is gone.
    const reason = lost ?? (call ? null : 'forgotten')
    for (const place of members) reasons[place] ??= reason
  }
}

/** An assistant message with the results that follow it; `call` is false for results that follow none. */
function callGroups(exchange: readonly StoredMessage[]): { call: boolean; members: number[] }[] {
  const groups: { call: boolean; members: number[] }[] = []
  for (const [place, { role }] of exchange.entries()) {
    if (role === 'assistant') groups.push({ call: true, members: [place] })
    else if (role === 'tool') {
      const group = groups.at(-1)
      if (group) group.members.push(place)
      else groups.push({ call: false, members: [place] })
    }
  }
  return groups
}

function hasFailed(row: StoredMessage): boolean {
  return row.status === 'failed' && row.role !== 'user'
}
