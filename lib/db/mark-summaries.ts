import type { Omitted } from '../memory/stored-summary.ts'
import { contradicts } from './agrees-with-marks.ts'
import type { Writer } from './client.ts'

/** The first message of an exchange stands for it. */
type Marked = { seq: number; pinned: boolean; excluded: boolean }

/**
 * Brings the versions of a session's summaries that stand for an exchange in line with its marks, also those of a path
 * that was left or divided, since that may be the path again.
 */
export async function markSummaries(tx: Writer, sessionId: string, exchange: Marked): Promise<void> {
  const { seq } = exchange
  const rows = await tx.summary.findMany({
    where: { sessionId, fromSeq: { lte: seq }, toSeq: { gte: seq } },
    select: { id: true, omitted: true, conflicts: true },
  })
  // Most versions tell the same of an exchange: one write for each list of conflicts.
  const changed = new Map<string, { conflicts: number[]; ids: string[] }>()
  for (const { id, ...row } of rows) {
    const before = row.conflicts as number[]
    const others = before.filter((conflict) => conflict !== seq)
    const conflicts = contradicts(row.omitted as Omitted[], exchange) ? [...others, seq] : others
    if (conflicts.length === before.length) continue
    const key = conflicts.join()
    const group = changed.get(key) ?? { conflicts, ids: [] }
    changed.set(key, group)
    group.ids.push(id)
  }
  for (const { conflicts, ids } of changed.values())
    await tx.summary.updateMany({
      where: { id: { in: ids } },
      data: { conflicts, usable: conflicts.length === 0 },
    })
}
