import type { Omitted } from '../memory/stored-summary.ts'
import type { Writer } from './client.ts'

type Marks = { seq: number; pinned: boolean; excluded: boolean }

/** Ranges a query: each one is a part of its condition, and those may not be nested too deep. */
const CHUNK = 100

const isByMark = ({ reason }: Omitted) => reason === 'excluded' || reason === 'pinned'

/**
 * Whether a summary that omits this says something else of a message than its marks do: it tells what is excluded
 * now, or does not tell, for a mark, what has none any more. What is pinned may be told too.
 */
export function contradicts(omitted: readonly Omitted[], { seq, pinned, excluded }: Marks): boolean {
  const left = omitted.filter(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
  if (excluded) return left.length === 0
  return !pinned && left.some(isByMark)
}

/** Whether the marks of a whole range are as they were when a summary of it was written. */
export async function agreesWithMarks(
  tx: Writer,
  sessionId: string,
  { fromSeq, toSeq, omitted }: { fromSeq: number; toSeq: number; omitted: readonly Omitted[] },
): Promise<boolean> {
  const path = { sessionId, onPath: true, kind: 'message' } as const
  const excluded = await tx.message.findMany({
    where: { ...path, seq: { gte: fromSeq, lte: toSeq }, excluded: true },
    select: { seq: true, pinned: true, excluded: true },
  })
  if (excluded.some((message) => contradicts(omitted, message))) return false
  const byMark = omitted.filter(isByMark)
  for (let start = 0; start < byMark.length; start += CHUNK) {
    const unmarked = await tx.message.count({
      where: {
        ...path,
        pinned: false,
        excluded: false,
        OR: byMark
          .slice(start, start + CHUNK)
          .map((range) => ({ seq: { gte: range.fromSeq, lte: range.toSeq } })),
      },
    })
    if (unmarked > 0) return false
  }
  return true
}
