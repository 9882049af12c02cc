import { z } from 'zod'
import { incomingText } from './text.ts'

export const listSessionsQuery = z.object({
  /** The `next_cursor` of the page before. */
  cursor: incomingText(500).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})
export type ListSessionsQuery = z.infer<typeof listSessionsQuery>

/** Sessions that were made through the interfaces, the last active first. */
export const listSessionsResponse = z.object({
  sessions: z.array(
    z.object({
      session_id: z.string(),
      /** As many as `/get_history` gives of it. */
      message_count: z.number().int(),
      /** In seconds since 1970, with a fraction. */
      last_active: z.number(),
    }),
  ),
  /** Of all pages. */
  total_count: z.number().int(),
  /** null: there is no more. */
  next_cursor: z.string().nullable(),
})
export type ListSessionsResponse = z.infer<typeof listSessionsResponse>
