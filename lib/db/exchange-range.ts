import type { Reader, Writer } from './client.ts'
import type { Message, Session } from './generated/sqlite/client.ts'

/** Where the exchange of a message on the path begins, and the next one. */
export async function exchangeRange(
  db: Reader | Writer,
  { id: sessionId, clearedBefore }: Pick<Session, 'id' | 'clearedBefore'>,
  { seq }: Pick<Message, 'seq'>,
): Promise<{ gte: number; lt?: number }> {
  const questions = { sessionId, onPath: true, kind: 'message', role: 'user' } as const
  const question = await db.message.findFirst({
    where: { ...questions, seq: { gte: clearedBefore, lte: seq } },
    orderBy: { seq: 'desc' },
    select: { seq: true },
  })
  const next = await db.message.findFirst({
    where: { ...questions, seq: { gt: seq } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  })
  return { gte: question?.seq ?? clearedBefore, ...(next ? { lt: next.seq } : {}) }
}
