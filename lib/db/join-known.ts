import type { BegunTurn, NewTurn } from '../ports/turn-store.ts'
import type { Reader, Writer } from './client.ts'
import { messageNotFound, sessionNotFound } from './visible.ts'

/** The run that answers a message whose client id is known, the newest if there are several. */
export async function joinKnown(db: Reader | Writer, { owner, prompt }: NewTurn): Promise<BegunTurn | null> {
  const clientId = prompt.kind === 'send' || prompt.kind === 'again' ? prompt.clientId : null
  if (clientId === null) return null
  const message = await db.message.findUnique({
    where: { owner_clientId: { owner, clientId } },
    include: { session: true },
  })
  if (message === null) return null
  // It may be deleted between the two reads that Prisma makes of this.
  if (message.session?.deletedAt !== null) throw sessionNotFound()
  const answer = await db.message.findFirst({
    where: { parentId: message.id, run: { isNot: null } },
    orderBy: { seq: 'desc' },
    include: { run: true },
  })
  if (!answer?.run) throw messageNotFound()
  return { kind: 'joined', runId: answer.run.id, sessionId: message.sessionId, answerId: answer.id }
}
