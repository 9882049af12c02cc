import { z } from 'zod'
import { INSTRUCTIONS_MAX } from './session.ts'
import { id, incomingText, MESSAGE_MAX, modelId } from './text.ts'

/** A turn: a new message, a new answer to the message above one that stands, or the rest of one that was cut off. */
export const chatRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('send'),
    /** null: a new session. */
    sessionId: id.nullable(),
    message: z.strictObject({
      /** The client's own id: a repeat joins the run that the first one began. */
      clientId: id,
      text: incomingText(MESSAGE_MAX).refine((text) => text.trim() !== '', 'The message is empty.'),
    }),
    /** null: the session's model, else the default. */
    model: modelId.nullable().default(null),
    /** Of a new session only. */
    instructions: incomingText(INSTRUCTIONS_MAX).nullable().default(null),
    /** Of a new session only. */
    temporary: z.boolean().optional(),
  }),
  z.strictObject({ action: z.literal('regenerate'), sessionId: id, answerId: id }),
  z.strictObject({ action: z.literal('continue'), sessionId: id, answerId: id }),
])
export type ChatRequest = z.infer<typeof chatRequest>

export const stopResponse = z.object({ ended: z.boolean() })
