import type { LeftOutReason } from './context-map.ts'
import type { StoredMessage } from './types.ts'

type Tied = Pick<StoredMessage, 'role' | 'toolCalls' | 'toolCallId'>

/**
 * A call without its result, or a result without its call, is refused by providers: they go together. Gives each message
 * of an exchange that cannot be sent for this its reason; one that it has already stays, and goes for those tied to it.
 */
export function tieResults(exchange: readonly Tied[], reasons: (LeftOutReason | null)[]): void {
  for (const { calls, caller, results } of callGroups(exchange)) {
    const tied = caller === null ? [] : [caller]
    for (const place of results) {
      if (calls.delete(exchange[place]?.toolCallId)) tied.push(place)
      // Its call belongs to a message that is gone.
      else reasons[place] ??= 'forgotten'
    }
    const lost = tied.map((place) => reasons[place] ?? null).find((reason) => reason !== null)
    const reason = lost ?? (calls.size > 0 ? 'unanswered' : null)
    for (const place of tied) reasons[place] ??= reason
  }
}

/** An answer and the results behind it. `calls`: the ids of what it calls. */
type CallGroup = { caller: number | null; calls: Set<string | undefined>; results: number[] }

function callGroups(exchange: readonly Tied[]): CallGroup[] {
  let group: CallGroup = { caller: null, calls: new Set(), results: [] }
  const groups = [group]
  for (const [place, { role, toolCalls = [] }] of exchange.entries()) {
    if (role === 'tool') group.results.push(place)
    if (role !== 'assistant') continue
    group = { caller: place, calls: new Set(toolCalls.map(({ id }) => id)), results: [] }
    groups.push(group)
  }
  return groups
}
