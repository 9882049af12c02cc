import { z } from 'zod'
import { messageRole } from './message.ts'
import { id } from './text.ts'

/** The longest page of what is stored. */
const PAGE_MAX = 1_000

export const historyRequest = z
  .strictObject({
    session_id: id,
    /** Everything stored in place of the live history, oldest first, page by page. */
    all: z.boolean().default(false),
    /** The `next_cursor` of the page before. */
    cursor: z
      .string()
      .regex(/^\d{1,9}$/, 'The cursor is not one that this list gave.')
      .nullable()
      .default(null),
    limit: z.number().int().min(1).max(PAGE_MAX).default(100),
  })
  .refine(({ all, cursor }) => all || cursor === null, {
    path: ['cursor'],
    error: 'Only what is stored comes in pages: it goes with "all": true.',
  })
export type HistoryRequest = z.infer<typeof historyRequest>

const calledFunction = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

export const historyResponse = z.object({
  session_id: z.string(),
  /** The first one, of a first page, is the system message: the instructions of the session. */
  messages: z.array(
    z.object({
      role: messageRole,
      content: z.string(),
      /** What an answer asked the program to do. */
      tool_calls: z.array(calledFunction).optional(),
      /** Of a result: the call that it belongs to. */
      tool_call_id: z.string().optional(),
    }),
  ),
  /** Of `messages`. */
  message_count: z.number().int(),
  /** Of all that is stored. */
  total_count: z.number().int(),
  /** In seconds since 1970, with a fraction. */
  last_active: z.number(),
  /** null: there is no more. */
  next_cursor: z.string().nullable(),
})
export type HistoryResponse = z.infer<typeof historyResponse>
