import { AppError } from '../errors.ts'
import type { Writer } from './client.ts'
import type { Message, Session } from './generated/sqlite/client.ts'

/**
 * The message of the user that begins the exchange which a place of the path is in. Throws `nothing_to_answer` where it
 * was cleared, or the conversation was begun afresh behind it.
 */
export async function questionAbove(
  tx: Writer,
  { id, clearedBefore }: Pick<Session, 'id' | 'clearedBefore'>,
  beforeSeq: number,
): Promise<Message> {
  const above = await tx.message.findFirst({
    where: {
      sessionId: id,
      onPath: true,
      seq: { gte: clearedBefore, lt: beforeSeq },
      OR: [{ kind: 'divider' }, { role: 'user' }],
    },
    orderBy: { seq: 'desc' },
  })
  if (above?.role !== 'user')
    throw new AppError(
      'nothing_to_answer',
      'There is no message of the user above that, which it would answer.',
    )
  return above
}
