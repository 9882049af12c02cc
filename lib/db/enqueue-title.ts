import { TITLE_JOB } from '../schemas/job.ts'
import type { Writer } from './client.ts'
import { enqueueJob } from './enqueue-job.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { OPEN_TITLES } from './titles.ts'

/** Of the job that names a session: it has one at most. */
export const titleJobKey = (sessionId: string) => `title:${sessionId}`

/** Asks for a title, where this complete answer is the first that its session shows and the user gave it none. */
export async function enqueueTitle(tx: Writer, session: Session, answer: Message, now: Date): Promise<void> {
  const { id: sessionId, owner, titleBy, clearedBefore, deletedAt } = session
  if (!OPEN_TITLES.some((by) => by === titleBy) || deletedAt !== null || answer.seq < clearedBefore) return
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
  if (earlier) return
  await enqueueJob(tx, { owner, kind: TITLE_JOB, key: titleJobKey(sessionId), payload: { sessionId }, now })
}
