import type { Purge } from '../ports/purge.ts'
import type { Database, Writer } from './client.ts'
import { CHUNK, deleteAllSessions } from './delete-sessions.ts'
import { ENDED } from './ended.ts'
import { summaryJobKey } from './enqueue-summary.ts'
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

/**
 * Every version that stands for what goes, however little of it. What a model's server said of a failure may quote that
 * too; only the words go where the job is still to be done, since it may be about what was said after the clear.
 */
async function forgetSummaries(
  tx: Writer,
  clear: { sessionId: string; clearedBefore: number },
): Promise<void> {
  const { sessionId } = clear
  await tx.summary.deleteMany({ where: { sessionId, fromSeq: { lt: await hiddenBefore(tx, clear) } } })
  const key = summaryJobKey(sessionId)
  await tx.job.deleteMany({ where: { key, failedAt: { not: null } } })
  await tx.job.updateMany({ where: { key }, data: { error: null } })
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
        await database.write((tx) => forgetSummaries(tx, what))
        await deleteMessages(what.sessionId, (tx) => hiddenBefore(tx, what))
        await database.write(async (tx) => {
          await tx.job.updateMany({ where: { id: purgeId }, data: { payload: { ...what, previous: null } } })
        })
      }
      if (what.kind === 'delete') {
        await deleteAllSessions(database, { purgeId })
        if (what.endedOf !== null) await deleteAllSessions(database, { owner: what.endedOf, ...ENDED })
      }
      await deleteUnusedPrompts()
      await database.scrub()
    },
  }
}
