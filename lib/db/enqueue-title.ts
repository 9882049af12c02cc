import { TITLE_JOB } from '../schemas/job.ts'
import type { Writer } from './client.ts'
import { enqueueJob } from './enqueue-job.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { OPEN_TITLES } from './titles.ts'

/** What tells whether a session is to be named. */
export const TITLE_COLUMNS = {
  id: true,
  owner: true,
  titleBy: true,
  clearedBefore: true,
  deletedAt: true,
  temporary: true,
} as const

export type TitledSession = Pick<Session, keyof typeof TITLE_COLUMNS>

/** Of the job that names a session: it has one at most. */
export const titleJobKey = (sessionId: string) => `title:${sessionId}`

/**
 * Asks for a title where the user gave none: with the first complete answer that the session shows, and with a later
 * one when the asking was given up, as a server is back some time. Says whether it asked.
 */
export async function enqueueTitle(
  tx: Writer,
  session: TitledSession,
  answer: Pick<Message, 'seq'>,
  now: Date,
): Promise<boolean> {
  const { id: sessionId, owner, titleBy, clearedBefore, deletedAt, temporary } = session
  if (temporary) return false
  if (!OPEN_TITLES.some((by) => by === titleBy) || deletedAt !== null || answer.seq < clearedBefore)
    return false
  const earlier = await tx.message.findFirst({
    where: {
      sessionId,
      role: 'assistant',
      status: 'complete',
      seq: { gte: clearedBefore, lt: answer.seq },
    },
    orderBy: { seq: 'asc' },
    select: { id: true },
  })
  const key = titleJobKey(sessionId)
  if (earlier && (await tx.job.count({ where: { key, failedAt: { not: null } } })) === 0) return false
  await enqueueJob(tx, { owner, kind: TITLE_JOB, key, payload: { sessionId }, now })
  return true
}
