import { AppError } from '../errors.ts'
import type { MessageView } from '../schemas/message.ts'
import type { Writer } from './client.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { lastOfPath } from './last-of-path.ts'
import { toMessageView } from './views.ts'
import { isVisible, messageNotFound } from './visible.ts'

/** The answer leaves the path; the message that it answered is answered anew. */
export async function askAgain(
  tx: Writer,
  session: Session,
  answerId: string,
): Promise<{ message: Message; old: Message }> {
  const old = await tx.message.findUnique({ where: { id: answerId, sessionId: session.id } })
  if (old === null || !isVisible({ ...old, session })) throw messageNotFound()
  const last = await lastOfPath(tx, session)
  const divider = await tx.message.findFirst({
    where: { sessionId: session.id, onPath: true, kind: 'divider', seq: { gt: old.seq } },
  })
  if (old.role !== 'assistant' || last?.id !== old.id || divider !== null)
    throw new AppError(
      'invalid_request',
      'Only the last answer of a conversation can be written anew or go on.',
    )
  const message = old.parentId === null ? null : await tx.message.findUnique({ where: { id: old.parentId } })
  const isAsked = message?.role === 'user' || message?.role === 'tool'
  if (!isAsked || !isVisible({ ...message, session }))
    throw new AppError('nothing_to_answer', 'There is no message above that answer.')
  await tx.message.update({ where: { id: old.id }, data: { onPath: false } })
  return { message, old }
}

/** The answer as it is to be gone on with. Throws `nothing_to_continue`. */
export function continuable(old: Message): MessageView {
  if (old.text === '' || (old.status !== 'stopped' && old.status !== 'interrupted'))
    throw new AppError('nothing_to_continue', 'Only an answer that was cut off after some words can go on.')
  return toMessageView(old)
}

/** The log begins with what was written before: it holds the whole answer, for whoever joins or finds it dead. */
export async function seedLog(tx: Writer, runId: string, { parts }: MessageView): Promise<void> {
  await tx.runLog.createMany({
    data: parts.map(({ type, text }, part) => ({ runId, part, offset: 0, kind: type, text })),
  })
}
