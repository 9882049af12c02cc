import type { Writer } from './client.ts'
import type { Session } from './generated/sqlite/client.ts'

/** The newest message that the session shows; null where it shows none. */
export const lastOfPath = (tx: Writer, session: Session): Promise<{ id: string } | null> =>
  tx.message.findFirst({
    where: { sessionId: session.id, onPath: true, kind: 'message', seq: { gte: session.clearedBefore } },
    orderBy: { seq: 'desc' },
    select: { id: true },
  })
