import { AppError } from '../errors.ts'
import type { Splice } from '../ports/turn-store.ts'
import type { Writer } from './client.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { lastOfPath } from './last-of-path.ts'
import { type Marks, UNMARKED } from './new-rows.ts'
import { isVisible, messageNotFound } from './visible.ts'

type Path = Pick<Session, 'id' | 'clearedBefore' | 'deletedAt'>

/** Below what new messages go; `marks`: of the exchange that the first of them may belong to. */
export type Below = { parentId: string | null; marks: Marks }

/**
 * Makes the end of the path what new messages follow, and says what that is. Throws `session_busy` where the path is
 * no longer the one that was read.
 */
export async function splicePath(tx: Writer, session: Path, splice: Splice | undefined): Promise<Below> {
  const last = await lastOfPath(tx, session)
  if (splice === undefined) return { parentId: last?.id ?? null, marks: UNMARKED }
  await assertSame(tx, session, { now: last, read: splice.last })
  if (splice.below === null) {
    await leavePath(tx, session, session.clearedBefore)
    return { parentId: null, marks: UNMARKED }
  }
  const { id, seq, pinned, excluded } = await onPath(tx, session, splice.below)
  if (id !== last?.id) await leavePath(tx, session, seq + 1)
  return { parentId: id, marks: { pinned, excluded } }
}

/** The message, or result, that is answered again, now the last of its path. Throws as `splicePath` does. */
export async function cutBehind(
  tx: Writer,
  session: Path,
  { messageId, last }: { messageId: string; last: string | null },
): Promise<Message> {
  await assertSame(tx, session, { now: await lastOfPath(tx, session), read: last })
  const message = await onPath(tx, session, messageId)
  if (message.role !== 'user' && message.role !== 'tool') throw messageNotFound()
  await leavePath(tx, session, message.seq + 1)
  return message
}

async function onPath(tx: Writer, session: Path, messageId: string): Promise<Message> {
  const message = await tx.message.findUnique({
    where: { id: messageId, sessionId: session.id, onPath: true },
  })
  if (message === null || !isVisible({ ...message, session })) throw messageNotFound()
  return message
}

/** Dividers go with what they stand behind. */
async function leavePath(tx: Writer, { id, clearedBefore }: Path, fromSeq: number): Promise<void> {
  const seq = { gte: Math.max(fromSeq, clearedBefore) }
  await tx.message.updateMany({ where: { sessionId: id, onPath: true, seq }, data: { onPath: false } })
}

async function assertSame(
  tx: Writer,
  session: Path,
  { now, read }: { now: { id: string } | null; read: string | null },
): Promise<void> {
  if ((now?.id ?? null) === read) return
  await assertFree(tx, session.id)
  throw new AppError('session_busy', 'The conversation went on at the same moment. Send it again.')
}
