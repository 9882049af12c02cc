import { SUMMARY_JOB, type SummaryPayload } from '../schemas/job.ts'
import type { Writer } from './client.ts'
import { enqueueJob } from './enqueue-job.ts'

/** Of the job that writes a session's summaries: it has one at most. */
export const summaryJobKey = (sessionId: string) => `summary:${sessionId}`

/** Asks for a summary; the caller holds the session's row. What the user asks for is done at once. */
export function enqueueSummary(tx: Writer, owner: string, payload: SummaryPayload, now: Date): Promise<void> {
  const key = summaryJobKey(payload.sessionId)
  return enqueueJob(tx, { owner, kind: SUMMARY_JOB, key, payload, now, urgent: payload.asked !== null })
}
