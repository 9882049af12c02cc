import type { Purge } from '../ports/purge.ts'
import type { Database, Writer } from './client.ts'
import { CHUNK, deleteAllSessions } from './delete-sessions.ts'
import { ENDED } from './ended.ts'
import { forgetJobErrors, forgetTraces } from './forget-traces.ts'
import { purgePayload } from './purge-payload.ts'

/**
 * Of two clears with nothing new in between the first can still be taken back: what is shown again is not the
 * second one's to delete. The session's row is held, so that no undo comes in between.
 */
async function hiddenBefore(
  tx: Writer,
  { sessionId, clearedBefore }: { sessionId: string; clearedBefore: number },
): Promise<number> {
  const [session] = await tx.session.updateManyAndReturn({
    where: { id: sessionId },
    data: { nextSeq: { increment: 0 } },
  })
  return Math.min(clearedBefore, session?.clearedBefore ?? 0)
}

/** Every version that stands for what goes, however little of it, and the titles by which it was quoted. */
async function forgetAround(tx: Writer, clear: { sessionId: string; clearedBefore: number }): Promise<void> {
  const { sessionId } = clear
  const before = await hiddenBefore(tx, clear)
  await tx.summary.deleteMany({ where: { sessionId, fromSeq: { lt: before } } })
  await forgetJobErrors(tx, sessionId)
  await tx.$executeRaw`
    UPDATE "Receipt" SET title = NULL
    WHERE "sessionId" = ${sessionId} AND title IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM "Message" m WHERE m.id = "exchangeId" AND m."sessionId" = ${sessionId} AND m.seq >= ${before})`
}

export function createPurge(database: Database): Purge {
  /** Runs, logs and context maps go with their messages, by foreign key. */
  async function deleteMessages(
    sessionId: string,
    beforeSeq: (tx: Writer) => Promise<number> | number,
  ): Promise<void> {
    for (;;) {
      const deleted = await database.write(async (tx) => {
        const rows = await tx.message.findMany({
          where: { sessionId, seq: { lt: await beforeSeq(tx) } },
          orderBy: { seq: 'asc' },
          take: CHUNK,
          select: { seq: true },
        })
        const last = rows.at(-1)
        if (!last) return 0
        const { count } = await tx.message.deleteMany({ where: { sessionId, seq: { lte: last.seq } } })
        return count
      })
      if (deleted < CHUNK) return
    }
  }

  /** On Postgres an answer may just be taking one into use; its end waits for this, or this for it. */
  const deleteUnusedPrompts = () =>
    database.write(async (tx) => {
      if (database.dialect === 'postgres')
        await tx.$executeRaw`LOCK TABLE "PromptText" IN SHARE ROW EXCLUSIVE MODE`
      await tx.promptText.deleteMany({ where: { uses: { none: {} } } })
    })

  return {
    async run(purgeId, payload) {
      const what = purgePayload.parse(payload)
      if (what.kind === 'clear') {
        await database.write((tx) => forgetAround(tx, what))
        await deleteMessages(what.sessionId, (tx) => hiddenBefore(tx, what))
      }
      if (what.kind !== 'scrub') {
        await database.write((tx) => forgetTraces(tx, what.apart))
        await deleteAllSessions(database, { purgeId })
        const apart = what.apart.map((each) => ({ ...each, title: null }))
        const payload = what.kind === 'clear' ? { ...what, apart, previous: null } : { ...what, apart }
        await database.write(async (tx) => {
          await tx.job.updateMany({ where: { id: purgeId }, data: { payload } })
        })
      }
      if (what.kind === 'delete' && what.endedOf !== null)
        await deleteAllSessions(database, { owner: what.endedOf, ...ENDED })
      await deleteUnusedPrompts()
      await database.scrub()
    },
  }
}
