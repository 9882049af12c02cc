import type { Purge } from '../ports/purge.ts'
import type { Database } from './client.ts'
import { purgePayload } from './purge-payload.ts'

/** Rows a transaction: other writers get their turn in between. */
const CHUNK = 500

export function createPurge(database: Database): Purge {
  /** Runs, logs and context maps go with their messages, by foreign key. */
  async function deleteMessages(
    where: { session: { purgeId: string } } | { sessionId: string; seq: { lt: number } },
  ) {
    for (;;) {
      const deleted = await database.write(async (tx) => {
        const rows = await tx.message.findMany({ where, take: CHUNK, select: { id: true } })
        const { count } = await tx.message.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
        return count
      })
      if (deleted === 0) return
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
        await deleteMessages({ sessionId: what.sessionId, seq: { lt: what.clearedBefore } })
        await database.write(async (tx) => {
          await tx.job.updateMany({ where: { id: purgeId }, data: { payload: { ...what, previous: null } } })
        })
      } else {
        await deleteMessages({ session: { purgeId } })
        await database.write(async (tx) => {
          await tx.session.deleteMany({ where: { purgeId } })
        })
      }
      await deleteUnusedPrompts()
      await database.truncateLog()
    },
  }
}
