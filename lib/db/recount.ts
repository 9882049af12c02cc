import type { Writer } from './client.ts'
import type { Prisma, Session } from './generated/sqlite/client.ts'

/** What a session's row says of its messages, as they are; and that they are others than before. */
export async function recounted(
  tx: Writer,
  { id: sessionId, clearedBefore }: Pick<Session, 'id' | 'clearedBefore'>,
): Promise<Pick<Prisma.SessionUpdateInput, 'messageCount' | 'tokenCount' | 'answeredSeq' | 'chosen'>> {
  const counted = { sessionId, kind: 'message', seq: { gte: clearedBefore } } as const
  const { _count, _sum } = await tx.message.aggregate({
    where: counted,
    _count: true,
    _sum: { tokensO200k: true },
  })
  const newest = await tx.message.findFirst({
    where: { sessionId, kind: 'message', role: 'assistant', status: { not: 'streaming' } },
    orderBy: { seq: 'desc' },
    select: { seq: true },
  })
  return {
    messageCount: _count,
    tokenCount: _sum.tokensO200k ?? 0,
    answeredSeq: newest?.seq ?? -1,
    chosen: { increment: 1 },
  }
}
