import { z } from 'zod'
import { errorBody } from './error.ts'
import { type MessagePart, messageView } from './message.ts'
import { sessionView } from './session.ts'
import { id } from './text.ts'

/**
 * What a reader of a run is sent, as server-sent events named after `type`. The id of a `delta` is the
 * position behind it, `part:offset` (UTF-16 units): a reader that joins with it goes on from there.
 */
export const runEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    runId: z.string(),
    session: sessionView,
    /** null for one who joins: the page has it. */
    userMessage: messageView.nullable(),
    answer: messageView,
  }),
  z.object({
    type: z.literal('delta'),
    part: z.number().int(),
    kind: z.enum(['text', 'reasoning']),
    offset: z.number().int(),
    text: z.string(),
  }),
  z.object({ type: z.literal('end'), answer: messageView }),
  /** The server ends connections after some minutes; the answer goes on: ask again from where you are. */
  z.object({ type: z.literal('reconnect') }),
  z.object({ type: z.literal('error'), error: errorBody }),
])
export type RunEvent = z.infer<typeof runEvent>
export type Delta = Extract<RunEvent, { type: 'delta' }>

/** A place in an answer: everything before `offset` of part `part`, and all earlier parts. */
export type Position = { part: number; offset: number }

export const START: Position = { part: 0, offset: 0 }

/** The position behind all that `parts` hold. */
export function positionBehind(parts: readonly MessagePart[]): Position {
  const last = parts.at(-1)
  return last ? { part: parts.length - 1, offset: last.text.length } : START
}

export const positionId = ({ part, offset }: Position): string => `${part}:${offset}`

/** Of `part:offset`; a text that is none reads as the start, as a reader without a position does. */
export function parsePosition(text: string | null): Position {
  const match = /^(\d{1,9}):(\d{1,9})$/.exec(text ?? '')
  return match ? { part: Number(match[1]), offset: Number(match[2]) } : START
}

export const runParams = z.object({ runId: id })
export const followQuery = z.object({ from: z.string().max(40).nullable().default(null) })
