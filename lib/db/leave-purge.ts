import type { Undo } from '../ports/sessions.ts'
import type { Writer } from './client.ts'
import { PURGE_JOB, type PurgePayload } from './purge-payload.ts'

export type PurgeTime = { purgeId: string; now: Date; until: Date }

/** Leaves the job that takes, when an undo is no longer possible, what is hidden by now. */
export async function leavePurge(
  tx: Writer,
  owner: string,
  { purgeId, now, until }: PurgeTime,
  payload: PurgePayload,
  counts: Undo['counts'],
): Promise<Undo> {
  await tx.job.create({
    data: { id: purgeId, owner, kind: PURGE_JOB, payload, runAt: until, createdAt: now },
  })
  return { purgeId, until, counts }
}
