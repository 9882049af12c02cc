import type { Reader, Writer } from './client.ts'
import { enqueueTitle } from './enqueue-title.ts'
import type { Session } from './generated/sqlite/client.ts'
import { titled } from './title-key.ts'
import { placeholderOf } from './title-placeholder.ts'

export type Title = Pick<Session, 'title' | 'titleBy'>

type Named = Pick<Session, 'id' | 'clearedBefore' | 'titleBy'>

/**
 * Whether a title came from what is set apart in `hiddenIn`: a first message gave it, or the first exchange with a whole
 * answer, as the marks were then.
 */
export async function cameFrom(
  db: Reader | Writer,
  { id, clearedBefore, titleBy }: Named,
  hiddenIn: string,
): Promise<boolean> {
  if (titleBy === 'none' || titleBy === 'user') return false
  const giving =
    titleBy === 'message' ? ({ role: 'user' } as const) : ({ role: 'assistant', status: 'complete' } as const)
  for (const marks of [{}, { excluded: false }]) {
    const first = await db.message.findFirst({
      where: {
        sessionId: { in: [id, hiddenIn] },
        kind: 'message',
        seq: { gte: clearedBefore },
        ...giving,
        ...marks,
      },
      orderBy: { seq: 'asc' },
      select: { sessionId: true },
    })
    if (first?.sessionId === hiddenIn) return true
  }
  return false
}

/**
 * Makes the title of a session anew, from the first message that is left; one that a model gave is asked for again.
 */
export async function retitle(
  tx: Writer,
  session: Session,
  { titleOf, now }: { titleOf: (message: string) => string; now: Date },
): Promise<void> {
  const path = { sessionId: session.id, onPath: true, kind: 'message', excluded: false } as const
  const seq = { gte: session.clearedBefore }
  const question = await tx.message.findFirst({
    where: { ...path, seq, role: 'user' },
    orderBy: { seq: 'asc' },
    select: { text: true },
  })
  const title = question === null ? '' : titleOf(question.text)
  const named = await tx.session.update({
    where: { id: session.id },
    data: title === '' ? titled(placeholderOf(session), 'none') : titled(title, 'message'),
  })
  if (session.titleBy === 'model') await askForTitle(tx, named, now)
}

/** By a model, as after the first answer. */
export async function askForTitle(tx: Writer, session: Session, now: Date): Promise<void> {
  const answer = await tx.message.findFirst({
    where: {
      sessionId: session.id,
      role: 'assistant',
      status: 'complete',
      seq: { gte: session.clearedBefore },
    },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  })
  if (answer !== null) await enqueueTitle(tx, session, answer, now)
}
