import type { Writer } from './client.ts'
import { summaryJobKey } from './enqueue-summary.ts'
import { titleJobKey } from './enqueue-title.ts'
import type { Apart } from './purge-payload.ts'

/** What is left of messages that are set apart in rows that stay: what quotes them without being asked. */
export async function forgetTraces(tx: Writer, apart: readonly Apart[]): Promise<void> {
  for (const { sessionId, retitled } of apart) {
    await forgetJobErrors(tx, sessionId)
    if (retitled) await forgetSentTitles(tx, [sessionId])
    else await forgetFormerTitles(tx, sessionId)
  }
}

/** Those that the session has no more: one may have come from what goes before somebody gave it another. */
async function forgetFormerTitles(tx: Writer, sessionId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Receipt" SET title = NULL
    WHERE "sessionId" = ${sessionId} AND title <> (SELECT s.title FROM "Session" s WHERE s.id = ${sessionId})`
}

/**
 * What a model's server said of a failure may quote what was to be told. Only the words go where the job is still to be
 * done, since it may be about something else by now.
 */
export async function forgetJobErrors(tx: Writer, sessionId: string): Promise<void> {
  const key = summaryJobKey(sessionId)
  await tx.job.deleteMany({ where: { key, failedAt: { not: null } } })
  await tx.job.updateMany({
    where: { key: { in: [key, titleJobKey(sessionId)] } },
    data: { error: null },
  })
}

/** The titles of these sessions, as answers elsewhere were given them. */
export async function forgetSentTitles(tx: Writer, sessionIds: readonly string[]): Promise<void> {
  await tx.receipt.updateMany({
    where: { sessionId: { in: [...sessionIds] }, title: { not: null } },
    data: { title: null },
  })
}
