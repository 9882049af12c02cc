import type { Mark, MarkedExchange } from '../schemas/mark.ts'
import type { Database } from './client.ts'
import { enqueueAgain } from './enqueue-summary.ts'
import { exchangeRange } from './exchange-range.ts'
import { markSummaries } from './mark-summaries.ts'
import { newestUsable } from './summary-path.ts'
import { lockSession, messageNotFound } from './visible.ts'

/** See `Messages.mark`. */
export function markExchange(
  database: Database,
  owner: string,
  sessionId: string,
  messageId: string,
  { mark, now }: { mark: Mark; now: Date },
): Promise<MarkedExchange> {
  return database.write(async (tx) => {
    const session = await lockSession(tx, owner, sessionId)
    const { clearedBefore } = session
    const path = { sessionId, onPath: true, kind: 'message' } as const
    const shown = { gte: clearedBefore }
    const chosen = await tx.message.findUnique({ where: { id: messageId, ...path, seq: shown } })
    if (chosen === null) throw messageNotFound()
    const seq = await exchangeRange(tx, session, chosen)
    await tx.message.updateMany({
      where: { ...path, seq },
      data: { pinned: mark === 'pinned', excluded: mark === 'excluded' },
    })
    // What was read before is told from what is read now.
    await tx.session.update({ where: { id: sessionId }, data: { chosen: { increment: 1 } } })
    const messages = await tx.message.findMany({
      where: { ...path, seq },
      orderBy: { seq: 'asc' },
      select: { id: true, seq: true, pinned: true, excluded: true },
    })
    const [first] = messages
    const before = await newestUsable(tx, session)
    if (first) await markSummaries(tx, sessionId, first)
    const after = await newestUsable(tx, session)
    if (before && before.toSeq > (after?.toSeq ?? -1)) {
      const { toSeq, asked } = before
      await enqueueAgain(tx, owner, { sessionId, toSeq, asked }, now)
    }
    return { messages: messages.map(({ id, pinned, excluded }) => ({ id, pinned, excluded })) }
  })
}
