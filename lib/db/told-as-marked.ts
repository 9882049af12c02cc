import type { Omitted } from '../memory/stored-summary.ts'
import { contradicts } from './agrees-with-marks.ts'
import type { Writer } from './client.ts'
import type { Summary } from './generated/sqlite/client.ts'

/**
 * What a version omits and how many messages it tells when it is made to agree with the marks as they are: what is
 * excluded by now is omitted, and what was omitted for a mark that is gone is told.
 */
export async function toldAsMarked(
  tx: Writer,
  { sessionId, fromSeq, toSeq, messageCount, ...version }: Summary,
): Promise<{ omitted: Omitted[]; messageCount: number }> {
  const before = version.omitted as Omitted[]
  const messages = await tx.message.findMany({
    where: { sessionId, onPath: true, kind: 'message', seq: { gte: fromSeq, lte: toSeq } },
    orderBy: { seq: 'asc' },
    select: { seq: true, pinned: true, excluded: true },
  })
  const omitted: Omitted[] = []
  let open = null as Omitted | null
  let told = messageCount
  for (const message of messages) {
    const { seq } = message
    const range = before.find(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
    let reason = range?.reason ?? null
    if (contradicts(before, message)) {
      reason = message.excluded ? 'excluded' : null
      told += message.excluded ? -1 : 1
    }
    if (reason === null) open = null
    else if (open?.reason === reason) open.toSeq = seq
    else {
      open = { fromSeq: seq, toSeq: seq, reason }
      omitted.push(open)
    }
  }
  return { omitted, messageCount: told }
}
