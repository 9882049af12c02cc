import { SUMMARY_JOB, type SummaryPayload, summaryPayload } from '../schemas/job.ts'
import type { Writer } from './client.ts'
import { enqueueJob } from './enqueue-job.ts'

/** Of the job that writes a session's summaries: it has one at most. */
export const summaryJobKey = (sessionId: string) => `summary:${sessionId}`

/** Asks for a summary; the caller holds the session's row. What the user asks for is done at once. */
export function enqueueSummary(tx: Writer, owner: string, payload: SummaryPayload, now: Date): Promise<void> {
  const key = summaryJobKey(payload.sessionId)
  const urgent = payload.asked !== null || payload.again !== undefined
  return enqueueJob(tx, { owner, kind: SUMMARY_JOB, key, payload, now, urgent })
}

/**
 * Asks for what a version stood for to be told again. What waits is not forgotten over it: one of all but the newest
 * exchange tells that too, and one that is to be told again may reach further.
 */
export async function enqueueAgain(
  tx: Writer,
  owner: string,
  { sessionId, ...again }: { sessionId: string; toSeq: number; asked: boolean },
  now: Date,
): Promise<void> {
  const job = await tx.job.findUnique({ where: { key: summaryJobKey(sessionId) } })
  const waits = job?.leaseUntil ? job.next : job?.payload
  const { asked, again: other } = waits ? summaryPayload.parse(waits) : { asked: null }
  const further = other && other.toSeq > again.toSeq ? other : again
  const payload = asked === 'now' ? { sessionId, asked } : { sessionId, asked: null, again: further }
  await enqueueSummary(tx, owner, payload, now)
}
