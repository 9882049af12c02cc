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
  else if (isBlank(first.text)) mark('empty', all)
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
