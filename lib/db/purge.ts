import type { Purge } from '../ports/purge.ts'
import type { Database, Writer } from './client.ts'
import { CHUNK, deleteAllSessions } from './delete-sessions.ts'
import { ENDED } from './ended.ts'
import { forgetJobErrors, forgetTraces } from './forget-traces.ts'
import type { Session } from './generated/sqlite/client.ts'
import { NOT_BEGUN, PURGE_JOB, purgePayload } from './purge-payload.ts'

/**
 * What an undo can still show again is not this clear's to delete: neither what one shows already, nor what another clear
 * holds that waits for its own purge. The session's row is held, so that no clear and no undo comes in between.
 */
async function hiddenBefore(
  tx: Writer,
  { sessionId, clearedBefore }: { sessionId: string; clearedBefore: number },
): Promise<number> {
  const [session] = await tx.session.updateManyAndReturn({
    where: { id: sessionId },
    data: { nextSeq: { increment: 0 } },
  })
  return session ? Math.min(clearedBefore, await firstShownAgain(tx, session)) : 0
}

/** From where on a session is shown once all is taken back that can be: a clear only where none came behind it. */
async function firstShownAgain(tx: Writer, { id, owner, clearedBefore }: Session): Promise<number> {
  const jobs = await tx.job.findMany({
    where: { owner, kind: PURGE_JOB, ...NOT_BEGUN },
    select: { payload: true },
  })
  const clears = jobs.flatMap(({ payload }) => {
    const { data } = purgePayload.safeParse(payload)
    return data?.kind === 'clear' && data.sessionId === id ? [data] : []
  })
  let first = clearedBefore
  for (;;) {
    const last = clears.filter((clear) => clear.clearedBefore === first)
    const shown = Math.min(first, ...last.flatMap(({ previous }) => previous?.clearedBefore ?? []))
    if (shown === first) return first
    first = shown
  }
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
