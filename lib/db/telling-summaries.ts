import type { Reader, Writer } from './client.ts'
import { enqueueAgain } from './enqueue-summary.ts'
import type { Session } from './generated/sqlite/client.ts'
import { newestUsable } from './summary-path.ts'

/** The versions whose range holds one of the messages, however little it says of it. */
export async function telling(
  db: Reader | Writer,
  sessionId: string,
  rows: readonly { seq: number }[],
): Promise<string[]> {
  const versions = await db.summary.findMany({
    where: { sessionId },
    select: { id: true, fromSeq: true, toSeq: true },
  })
  return versions
    .filter(({ fromSeq, toSeq }) => rows.some(({ seq }) => fromSeq <= seq && seq <= toSeq))
    .map(({ id }) => id)
}

/** Has what is left of a summary's messages told anew. */
export async function tellAgain(
  tx: Writer,
  session: Session,
  before: Awaited<ReturnType<typeof newestUsable>>,
  now: Date,
): Promise<void> {
  if (before === null) return
  const { id: sessionId, owner } = session
  const after = await newestUsable(tx, session)
  const last = await tx.message.findFirst({
    where: { sessionId, onPath: true, kind: 'message', seq: { gte: before.fromSeq, lte: before.toSeq } },
    orderBy: { seq: 'desc' },
    select: { seq: true },
  })
  if (last === null || last.seq <= (after?.toSeq ?? -1)) return
  await enqueueAgain(tx, owner, { sessionId, toSeq: last.seq, asked: before.asked }, now)
}
