import type { EndedTurn } from '../ports/turn-store.ts'
import { textOf } from '../schemas/message.ts'
import type { Writer } from './client.ts'
import { enqueueTitle } from './enqueue-title.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { storeContext } from './store-context.ts'
import { toJson } from './to-json.ts'

/** How a run ends: by its own process, or by whoever found that one dead. */
export type RunEnd = Omit<EndedTurn, 'owner'>

/**
 * Stores an answer's end and frees its session, on condition that the run still holds the lock for that process.
 * False, and nothing written, where it does not.
 */
export async function endRun(tx: Writer, end: RunEnd): Promise<boolean> {
  const { runId, processId, status, now } = end
  const [run] = await tx.run.updateManyAndReturn({
    where: { id: runId, processId, lock: { not: null } },
    data: { lock: null, status, endedAt: now },
  })
  if (!run) return false
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
  const session = await tx.session.update({
    where: { id: run.sessionId },
    data: { answeredSeq: answer.seq, lastActiveAt: now },
  })
  // A cleared answer no longer counts.
  await tx.session.updateMany({
    where: { id: run.sessionId, clearedBefore: { lte: answer.seq } },
    data: { tokenCount: { increment: end.tokens.o200k } },
  })
  if (end.context) await storeContext(tx, run, end.context, now)
  if (status === 'complete') await enqueueTitle(tx, session, answer, now)
  return true
}
