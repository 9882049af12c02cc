import type { SessionKeeping } from '../ports/sessions.ts'
import type { Writer } from './client.ts'
import { enqueueTitle } from './enqueue-title.ts'
import type { Session } from './generated/sqlite/client.ts'
import { titled } from './title-key.ts'
import { TITLE_PLACEHOLDER } from './title-placeholder.ts'
import { lockSession } from './visible.ts'

/**
 * Has a temporary session last, and makes up for the name that it was not given: from its first message, and by a model
 * where it has answered. One that is not temporary stays as it is.
 */
export async function keepSession(
  tx: Writer,
  owner: string,
  sessionId: string,
  { titleOf, now }: SessionKeeping,
): Promise<Session> {
  const session = await lockSession(tx, owner, sessionId)
  if (!session.temporary) return session
  const path = { sessionId, onPath: true, kind: 'message', seq: { gte: session.clearedBefore } } as const
  const order = { orderBy: { seq: 'asc' } } as const
  const question = await tx.message.findFirst({
    where: { ...path, role: 'user', excluded: false },
    ...order,
    select: { text: true },
  })
  const title = question === null ? '' : titleOf(question.text)
  const name = title === '' ? titled(TITLE_PLACEHOLDER, 'none') : titled(title, 'message')
  const kept = await tx.session.update({
    where: { id: sessionId },
    data: {
      temporary: false,
      brief: false,
      chosen: { increment: 1 },
      ...(session.titleBy === 'none' ? name : {}),
    },
  })
  const answer = await tx.message.findFirst({
    where: { ...path, role: 'assistant', status: 'complete' },
    ...order,
    select: { seq: true },
  })
  if (answer !== null) await enqueueTitle(tx, kept, answer, now)
  return kept
}
