import type { MessagePart } from '../schemas/message.ts'
import { type Position, type RunEvent, START } from '../schemas/run-event.ts'

export type Delta = Extract<RunEvent, { type: 'delta' }>

/** Everything of an answer behind a position: one delta a part, none where nothing has come. */
export function deltasFrom(parts: readonly MessagePart[], from: Position): Delta[] {
  return parts.slice(from.part).flatMap((part, index): Delta[] => {
    const offset = index === 0 ? from.offset : 0
    const text = part.text.slice(offset)
    return text === '' ? [] : [{ type: 'delta', part: from.part + index, kind: part.type, offset, text }]
  })
}

/** The position behind all that `parts` hold. */
export function positionBehind(parts: readonly MessagePart[]): Position {
  const last = parts.at(-1)
  return last ? { part: parts.length - 1, offset: last.text.length } : START
}
