import type { EndedAnswer, EndedTurn } from '../ports/turn-store.ts'
import { textOf } from '../schemas/message.ts'
import type { Writer } from './client.ts'
import { enqueueSummary } from './enqueue-summary.ts'
import { enqueueTitle, TITLE_COLUMNS, type TitledSession } from './enqueue-title.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { storeContext } from './store-context.ts'
import { toJson } from './to-json.ts'
import { toMessageView } from './views.ts'
import { isVisible } from './visible.ts'

/** How a run ends: by its own process, or by whoever found that one dead. */
export type RunEnd = Omit<EndedTurn, 'owner'>

/**
 * Stores an answer's end and frees its session, on condition that the run still holds the lock for that process.
 * null, and nothing written, where it does not.
 */
export async function endRun(tx: Writer, end: RunEnd): Promise<EndedAnswer | null> {
  const { runId, processId, status, now } = end
  const [run] = await tx.run.updateManyAndReturn({
    where: { id: runId, processId, lock: { not: null } },
    data: { lock: null, status, endedAt: now },
    select: { owner: true, sessionId: true, messageId: true },
  })
  if (!run) return null
  const answer = await tx.message.update({
    where: { id: run.messageId },
    data: {
      text: textOf(end),
      parts: end.parts,
      tokensCl100k: end.tokens.cl100k,
      tokensO200k: end.tokens.o200k,
      status,
      usage: end.usage ?? Prisma.DbNull,
      error: end.error ? toJson(end.error) : Prisma.DbNull,
    },
  })
  await tx.runLog.deleteMany({ where: { runId } })
  const session = await countAnswer(tx, run.sessionId, answer.seq, end)
  if (end.context) await storeContext(tx, { ...run, context: end.context, now })
  if (status === 'complete') await enqueueTitle(tx, session, answer, now)
  const visible = isVisible({ ...answer, session })
  if (end.summaryDue && visible)
    await enqueueSummary(tx, run.owner, { sessionId: run.sessionId, asked: null }, now)
  return { answer: toMessageView(answer), visible }
}

/** A cleared answer is the newest all the same, but no longer counts. */
async function countAnswer(
  tx: Writer,
  id: string,
  seq: number,
  { tokens, now }: RunEnd,
): Promise<TitledSession> {
  const newest = { answeredSeq: seq, lastActiveAt: now }
  const [counted] = await tx.session.updateManyAndReturn({
    where: { id, clearedBefore: { lte: seq } },
    data: { ...newest, tokenCount: { increment: tokens.o200k } },
    select: TITLE_COLUMNS,
  })
  return counted ?? tx.session.update({ where: { id }, data: newest, select: TITLE_COLUMNS })
}
