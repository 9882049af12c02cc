import { AppError } from '../errors.ts'
import type { Reader, Writer } from './client.ts'
import { exchangeRange } from './exchange-range.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { messageNotFound } from './visible.ts'

type Db = Reader | Writer
type Place = Pick<Session, 'id' | 'clearedBefore'>

/** The ids of all messages of the exchange that a message is in, with its answers that were written anew. */
export async function exchangeOf(db: Db, session: Place, messageId: string): Promise<Set<string>> {
  const begin = await beginOf(db, session, await shown(db, session, messageId))
  if (!begin.onPath) return withAnswers(db, session, [begin.id])
  const seq = await exchangeRange(db, session, begin)
  const rows = await db.message.findMany({
    where: { sessionId: session.id, onPath: true, kind: 'message', seq },
    select: { id: true },
  })
  return withAnswers(
    db,
    session,
    rows.map(({ id }) => id),
  )
}

/** The ids of an answer alone; with the results of the tools that it called, which are nothing without it. */
export async function answerAlone(db: Db, session: Place, answerId: string): Promise<Set<string>> {
  const answer = await shown(db, session, answerId)
  if (answer.role !== 'assistant') throw messageNotFound()
  return withChildren(db, session, [answer.id], { role: 'tool' })
}

async function shown(db: Db, { id, clearedBefore }: Place, messageId: string): Promise<Message> {
  const message = await db.message.findUnique({
    where: { id: messageId, sessionId: id, kind: 'message', seq: { gte: clearedBefore } },
  })
  if (message === null) throw messageNotFound()
  return message
}

/** The message itself where it is on the path; of a branch that was left the question, or what of it is on the path. */
async function beginOf(db: Db, session: Place, message: Message): Promise<Message> {
  let begin = message
  while (!begin.onPath && begin.role !== 'user' && begin.parentId !== null) {
    const above = await db.message.findUnique({ where: { id: begin.parentId, sessionId: session.id } })
    if (above === null) break
    begin = above
  }
  return begin
}

const withAnswers = (db: Db, session: Place, ids: readonly string[]) =>
  withChildren(db, session, ids, { role: { not: 'user' } })

async function withChildren(
  db: Db,
  { id: sessionId }: Place,
  ids: readonly string[],
  of: { role: 'tool' | { not: 'user' } },
): Promise<Set<string>> {
  const all = new Set(ids)
  for (let newest = [...ids]; newest.length > 0; ) {
    const children = await db.message.findMany({
      where: { sessionId, kind: 'message', parentId: { in: newest }, ...of },
      select: { id: true },
    })
    newest = children.map(({ id }) => id).filter((id) => !all.has(id))
    for (const id of newest) all.add(id)
  }
  return all
}

/** Whose end is still to come: it can be stopped first. */
export const beingWritten = (answer: Pick<Message, 'id'>, runId: string | undefined) =>
  new AppError('session_busy', 'That answer is still being written. Stop it first.', {
    details: { ...(runId === undefined ? {} : { runId }), answerId: answer.id },
  })
