import { AppError } from '../errors.ts'
import type { Reader, Writer } from './client.ts'
import type { Message, Session } from './generated/sqlite/client.ts'

type Db = Reader | Writer

/** What was deleted or cleared is invisible from that moment on, though its rows live until the purge. */
export async function visibleSession(db: Db, owner: string, sessionId: string): Promise<Session> {
  const session = await db.session.findUnique({ where: { id: sessionId } })
  if (session === null || session.owner !== owner || session.deletedAt !== null) throw sessionNotFound()
  return session
}

/**
 * The same within a transaction, holding the session's row: whoever else wants it waits until the transaction ends,
 * so that what is read of the session afterwards stays true.
 */
export async function lockSession(tx: Writer, owner: string, sessionId: string): Promise<Session> {
  const [session] = await tx.session.updateManyAndReturn({
    where: { id: sessionId, owner, deletedAt: null },
    data: { nextSeq: { increment: 0 } },
  })
  if (!session) throw sessionNotFound()
  return session
}

export async function visibleMessage(
  db: Db,
  owner: string,
  messageId: string,
): Promise<Message & { session: Session }> {
  const message = await db.message.findUnique({ where: { id: messageId }, include: { session: true } })
  if (message === null || message.owner !== owner || !isVisible(message)) throw messageNotFound()
  return message
}

type WithSession = { seq: number; session: Pick<Session, 'deletedAt' | 'clearedBefore'> | null }

/** Prisma reads relations one after another: what was deleted in between is null, whatever its type says. */
export const isVisible = (message: WithSession | null): boolean =>
  message?.session?.deletedAt === null && message.seq >= message.session.clearedBefore

export const sessionNotFound = () => new AppError('session_not_found', 'There is no such conversation.')
export const messageNotFound = () => new AppError('message_not_found', 'There is no such message.')
export const runNotFound = () => new AppError('run_not_found', 'There is no such answer in progress.')
