import type { ForgetCounts } from '../../schemas/forget.ts'

/** What a forgetting takes that takes nothing. */
export const NOTHING: ForgetCounts = {
  sessions: 0,
  messages: 0,
  summaries: 0,
  maps: 0,
  prompts: 0,
  exchanges: 0,
  vectors: 0,
  replies: 0,
  quotes: 0,
}
