import { z } from 'zod'
import { messageView } from './message.ts'
import { sessionView } from './session.ts'

/** What both databases can compare a seq with. */
const SEQ_MAX = 2_147_483_647

/** A session as the page opens it: the newest messages of its path, and the run in progress. */
export const threadView = z.object({
  session: sessionView,
  messages: z.array(messageView),
  /** Whether older messages can be asked for. */
  earlier: z.boolean(),
  /** The run to follow; its answer stands in `messages` as far as it came. */
  runId: z.string().nullable(),
})
export type ThreadView = z.infer<typeof threadView>

export const messagesQuery = z.object({
  before: z.coerce.number().int().min(0).max(SEQ_MAX).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(200).default(60),
})
export const messagesResponse = z.object({ messages: z.array(messageView), earlier: z.boolean() })
