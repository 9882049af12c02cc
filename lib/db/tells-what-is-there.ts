import type { NewSummary } from '../ports/summaries.ts'
import type { Writer } from './client.ts'

/**
 * Whether a summary tells what its range holds on the path, less what it omits: while it was written a message may have
 * been forgotten that it tells, and another may have come back that it does not. What its base tells is so as long as
 * that is there: it goes with what is forgotten of it, or comes back into it.
 */
export async function tellsWhatIsThere(
  tx: Writer,
  sessionId: string,
  {
    fromSeq,
    toSeq,
    base,
    told,
    omitted,
  }: Pick<NewSummary, 'fromSeq' | 'toSeq' | 'base' | 'told' | 'omitted'>,
): Promise<boolean> {
  if (base !== null && (await tx.summary.count({ where: { id: base.id, sessionId } })) === 0) return false
  const behind = base === null ? { gte: fromSeq } : { gt: base.toSeq }
  const rows = await tx.message.findMany({
    where: { sessionId, onPath: true, kind: 'message', seq: { ...behind, lte: toSeq } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  })
  const isOmitted = (seq: number) => omitted.some((range) => range.fromSeq <= seq && seq <= range.toSeq)
  const there = rows.flatMap(({ seq }) => (isOmitted(seq) ? [] : seq))
  return there.length === told.length && there.every((seq, place) => seq === told[place])
}
