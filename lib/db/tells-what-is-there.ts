import type { Omitted } from '../memory/stored-summary.ts'
import type { Writer } from './client.ts'

/**
 * Whether a summary tells as many messages as its range holds on the path, less what it omits: one is told that was
 * forgotten while it was written, or one is not that came back meanwhile, where it does not.
 */
export async function tellsWhatIsThere(
  tx: Writer,
  sessionId: string,
  told: { fromSeq: number; toSeq: number; omitted: readonly Omitted[]; messageCount: number },
): Promise<boolean> {
  const rows = await tx.message.findMany({
    where: { sessionId, onPath: true, kind: 'message', seq: { gte: told.fromSeq, lte: told.toSeq } },
    select: { seq: true },
  })
  const isOmitted = (seq: number) => told.omitted.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
  return rows.filter(({ seq }) => !isOmitted(seq)).length === told.messageCount
}
