import { z } from 'zod'
import { id } from './text.ts'

/** The `kind` of the job that asks a model for a title, and its payload. */
export const TITLE_JOB = 'title'
export const titlePayload = z.object({ sessionId: z.string() })

/** The `kind` of the job that writes a session's summary, and its payload. */
export const SUMMARY_JOB = 'summary'
export const summaryPayload = z.object({
  sessionId: z.string(),
  /**
   * By the user: `now` all but the newest exchange, `rewrite` the same range from its messages; null: as far as is due.
   */
  asked: z.enum(['now', 'rewrite']).nullable().default(null),
  /** Of the version that was to be used when a mark contradicted it: what it stood for is told again. */
  again: z.object({ toSeq: z.number().int(), asked: z.boolean() }).optional(),
})
export type SummaryPayload = z.infer<typeof summaryPayload>

/** The `kind` of the job that ends sessions and purges them; it carries nothing. */
export const END_SESSIONS_JOB = 'end-sessions'

/** The `kind` of the job that makes texts of finished exchanges, to be found by words, and its payload. */
export const INDEX_JOB = 'index'
export const indexPayload = z.object({
  /** Also of those that nobody asked for when they ended; what is not to be remembered goes. */
  missing: z.boolean().default(false),
})

/** The `kind` of the job that makes vectors of those texts; it carries nothing. */
export const EMBED_JOB = 'embed'

/** What is done after an answer or a delete, as its owner sees it while it waits or when it failed. */
const jobView = z.object({
  id: z.string(),
  /** `other`: of a version that knows more. */
  kind: z.enum(['title', 'summary', 'index', 'embed', 'delete', 'clear', 'other']),
  /** The conversation that it is about, where that can be seen. */
  session: z.object({ id: z.string(), title: z.string() }).nullable(),
  state: z.enum(['waiting', 'running', 'failed']),
  createdAt: z.iso.datetime(),
  /** When it is tried next; null while it runs and when it was given up. */
  nextAt: z.iso.datetime().nullable(),
  tries: z.number().int(),
  /** What the last try failed with, in a sentence. */
  error: z.string().nullable(),
  failedAt: z.iso.datetime().nullable(),
  canTryNow: z.boolean(),
  canDismiss: z.boolean(),
})
export type JobView = z.infer<typeof jobView>

/** `failed` and `waiting` count all there are, also those that are not listed. */
export const jobList = z.object({
  jobs: z.array(jobView),
  failed: z.number().int(),
  waiting: z.number().int(),
})
export type JobList = z.infer<typeof jobList>

export const jobParams = z.object({ jobId: id })

/** After "try all again": how many. */
export const retriedJobs = z.object({ retried: z.number().int() })
