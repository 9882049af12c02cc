import type { LeftOutReason } from './context-map.ts'
import type { StoredMessage } from './types.ts'

/** Whether all of an exchange can be sent. Allocates nothing: this is asked of every exchange that is kept. */
export function isSendable(rows: readonly StoredMessage[], start: number, end: number): boolean {
  if (rows[start]?.role !== 'user') return false
  for (let place = start; place < end; place += 1) {
    const row = rows[place]
    if (row === undefined || row.excluded || hasFailed(row) || isBlank(row)) return false
    if (row.role === 'tool' && !mayPrecedeResult(rows[place - 1])) return false
  }
  return true
}

/**
 * Why messages of an exchange cannot be sent, place by place; null: that one can. For exchanges that fail
 * `isSendable`. The first reason that is found for a message stays.
 */
export function unsendable(exchange: readonly StoredMessage[]): (LeftOutReason | null)[] {
  const reasons = exchange.map((row): LeftOutReason | null =>
    hasFailed(row) ? 'failed' : isBlank(row) ? 'empty' : null,
  )
  const mark = (reason: LeftOutReason, places: readonly number[]) => {
    for (const place of places) reasons[place] ??= reason
  }

  // A call without its result, or a result without its call, is refused by providers: they go together.
  for (const { call, members } of callGroups(exchange)) {
    const lost = members.map((place) => reasons[place]).find((reason) => reason !== null)
    // A result whose call is not there belongs to a message that is gone.
    if (lost || !call) mark(lost ?? 'forgotten', members)
  }

  const talk = placesOf(exchange, (row) => row.role !== 'system')
  const all = placesOf(exchange, () => true)
  const first = exchange[0]
  // An answer without its question would be the first message, or seem to answer another one.
  if (first?.role !== 'user') mark('forgotten', talk)
  else if (isBlank(first)) mark('empty', all)
  if (exchange.some((row) => row.excluded)) mark('excluded', all)
  return reasons
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

function placesOf(exchange: readonly StoredMessage[], is: (row: StoredMessage) => boolean): number[] {
  return exchange.flatMap((row, place) => (is(row) ? [place] : []))
}

function hasFailed(row: StoredMessage): boolean {
  return row.status === 'failed' && row.role !== 'user'
}

function isBlank(row: StoredMessage): boolean {
  return !/\S/.test(row.text)
}

function mayPrecedeResult(row: StoredMessage | undefined): boolean {
  return row?.role === 'assistant' || row?.role === 'tool'
}
