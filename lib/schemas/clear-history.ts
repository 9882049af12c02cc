import { z } from 'zod'
import type { ForgetCounts } from './forget.ts'
import { id } from './text.ts'

/**
 * Names one session, or without any key but `with_quotes` all that were made through the interfaces: a name that is only
 * misspelt must not wipe those.
 */
export const clearHistoryRequest = z.strictObject({
  session_id: id.optional(),
  /** Whether the answers of other sessions that quoted it go as well. */
  with_quotes: z.boolean().optional(),
})
export type ClearHistoryRequest = z.infer<typeof clearHistoryRequest>

const count = z.number().int().min(0)

/** What went. */
export const clearHistoryResponse = z.object({
  cleared: z.object({
    sessions: count,
    messages: count,
    summaries: count,
    context_maps: count,
    /** That no other answer was sent. */
    prompt_texts: count,
    /** What could be recalled, and the pieces that it was found by. */
    indexed_exchanges: count,
    vectors: count,
    cached_replies: count,
    /** Of other sessions; they went if that was asked for. */
    quoting_answers: count,
  }),
})
export type ClearHistoryResponse = z.infer<typeof clearHistoryResponse>

export const toClearHistoryResponse = (counts: ForgetCounts): ClearHistoryResponse => ({
  cleared: {
    sessions: counts.sessions,
    messages: counts.messages,
    summaries: counts.summaries,
    context_maps: counts.maps,
    prompt_texts: counts.prompts,
    indexed_exchanges: counts.exchanges,
    vectors: counts.vectors,
    cached_replies: counts.replies,
    quoting_answers: counts.quotes,
  },
})
