import type { MessageView } from '@/lib/schemas/message'
import { isWithin, type SeqRange } from '../seq-range'
import { firstWords } from './first-words'

/** Which messages a range is, by their number and the words it begins with. `earlier`: not all messages are loaded. */
export function rangeInWords(
  range: SeqRange,
  messages: readonly Pick<MessageView, 'seq' | 'kind' | 'parts' | 'toolCalls'>[],
  earlier: boolean,
): string {
  const inside = messages.filter(({ seq, kind }) => kind === 'message' && isWithin(range, seq))
  const first = inside[0]
  const oldest = messages[0]?.seq ?? 0
  if (earlier && range.fromSeq < oldest) return 'The oldest messages'
  if (!first) return 'Messages that are gone'
  const words = firstWords(first)
  const start = words.length > 40 ? `${words.slice(0, 40).toWellFormed().trimEnd()}…` : words
  if (inside.length === 1) return start === '' ? 'One message' : `“${start}”`
  return `${inside.length} messages${start === '' ? '' : ` from “${start}”`}`
}
