import { AppError } from '../errors.ts'
import type { Reader, Writer } from './client.ts'
import type { Run } from './generated/sqlite/client.ts'

/** The run that holds a session's lock. */
export const holderOf = (db: Reader | Writer, sessionId: string): Promise<Run | null> =>
  db.run.findUnique({ where: { lock: sessionId } })

export async function assertFree(db: Reader | Writer, sessionId: string): Promise<void> {
  const holder = await holderOf(db, sessionId)
  if (holder)
    throw new AppError('session_busy', 'An answer is being written in this conversation.', {
      details: { runId: holder.id, answerId: holder.messageId },
    })
}
