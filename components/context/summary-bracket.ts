import type { ContextMapView } from '@/lib/schemas/context-map'
import type { MessageView } from '@/lib/schemas/message'
import { isWithin } from './seq-range'
import { summaryIn } from './summary-in'

/** The part of the bracket beside one message. */
export type BracketPart = { version: number; isFirst: boolean; isLast: boolean }

/** By the id of a message: the bracket around all that the summary's range spans, whatever is sent of it as it is. */
export function summaryBracket(
  messages: readonly Pick<MessageView, 'id' | 'seq' | 'kind'>[],
  map: ContextMapView | null,
): Map<string, BracketPart> {
  const summary = summaryIn(map)
  if (!summary) return new Map()
  const inside = messages.filter(({ kind, seq }) => kind === 'message' && isWithin(summary, seq))
  return new Map(
    inside.map(({ id }, place) => [
      id,
      { version: summary.version, isFirst: place === 0, isLast: place === inside.length - 1 },
    ]),
  )
}
