import { randomUUID } from 'node:crypto'
import type { Writer } from './client.ts'
import { enqueueIndex } from './enqueue-index.ts'
import { beingWritten } from './exchange-of.ts'
import type { Session } from './generated/sqlite/client.ts'
import { leaveExchanges } from './leave-exchanges.ts'
import type { Apart } from './purge-payload.ts'
import { recounted } from './recount.ts'
import { cameFrom, retitle } from './retitle.ts'
import { newestUsable } from './summary-path.ts'
import { tellAgain, telling } from './telling-summaries.ts'
import { titled } from './title-key.ts'
import { TITLE_PLACEHOLDER } from './title-placeholder.ts'

/** `titleOf`: the title that a first message gives. */
export type ApartPlan = { purgeId: string; now: Date; titleOf: (message: string) => string }

/**
 * Moves messages, and all that hangs on them, out of a session into a hidden one of their own, which the purge deletes:
 * so whatever does not show deleted sessions shows nothing of them from now on. The caller holds the session's row.
 * Throws `session_busy` where one of them is being written.
 */
export async function setApart(
  tx: Writer,
  session: Session,
  ids: ReadonlySet<string>,
  plan: ApartPlan,
): Promise<Apart> {
  const { id: sessionId, clearedBefore } = session
  const these = { in: [...ids] }
  const rows = await tx.message.findMany({
    where: { id: these, sessionId },
    select: { id: true, seq: true, status: true, run: { select: { id: true } } },
  })
  const streaming = rows.find(({ status }) => status === 'streaming')
  if (streaming) throw beingWritten(streaming, streaming.run?.id)

  const before = await newestUsable(tx, session)
  const hiddenIn = await hiddenSession(tx, session, plan)
  const moved = { data: { sessionId: hiddenIn } }
  const answers = await leaveExchanges(tx, these)
  if (answers.length > 0) await enqueueIndex(tx, session.owner, plan.now)
  await tx.message.updateMany({ where: { id: these, sessionId }, ...moved })
  await moveAlong(tx, these, hiddenIn)
  await tx.summary.updateMany({ where: { id: { in: await telling(tx, sessionId, rows) } }, ...moved })

  const counts = await recounted(tx, session)
  await tx.session.update({ where: { id: sessionId }, data: counts, select: { id: true } })
  await tellAgain(tx, session, before, plan.now)
  const retitled = await cameFrom(tx, session, hiddenIn)
  if (retitled) await retitle(tx, session, plan)
  const title = retitled ? { title: session.title, titleBy: session.titleBy } : null
  return { sessionId, hiddenIn, clearedBefore, retitled, answers, title }
}

/** What names a message's session beside it. */
export async function moveAlong(tx: Writer, these: { in: string[] }, sessionId: string): Promise<void> {
  const moved = { data: { sessionId } }
  await tx.run.updateMany({ where: { messageId: these }, ...moved })
  await tx.contextMap.updateMany({ where: { messageId: these }, ...moved })
  await tx.cachedReply.updateMany({ where: { messageId: these }, ...moved })
  await tx.exchange.updateMany({ where: { id: these }, ...moved })
}

async function hiddenSession(tx: Writer, session: Session, { purgeId, now }: ApartPlan): Promise<string> {
  const { owner, user, source } = session
  const { id } = await tx.session.create({
    data: {
      id: randomUUID(),
      ...{ owner, user, source, purgeId },
      ...titled(TITLE_PLACEHOLDER, 'none'),
      createdAt: now,
      lastActiveAt: now,
      deletedAt: now,
    },
    select: { id: true },
  })
  return id
}
