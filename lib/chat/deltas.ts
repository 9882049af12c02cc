import type { MessagePart } from '../schemas/message.ts'
import type { Delta, Position } from '../schemas/run-event.ts'

/** Everything of an answer behind a position: one delta a part, none where nothing has come. */
export function deltasFrom(parts: readonly MessagePart[], from: Position): Delta[] {
  return parts.slice(from.part).flatMap((part, index): Delta[] => {
    const offset = index === 0 ? from.offset : 0
    const text = part.text.slice(offset)
    return text === '' ? [] : [{ type: 'delta', part: from.part + index, kind: part.type, offset, text }]
  })
}
