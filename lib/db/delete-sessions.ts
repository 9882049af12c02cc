import type { Database, Writer } from './client.ts'
import { summaryJobKey } from './enqueue-summary.ts'
import { titleJobKey } from './enqueue-title.ts'
import { forgetSentTitles } from './forget-traces.ts'
import type { Prisma } from './generated/sqlite/client.ts'
import { PURGE_JOB, type PurgePayload, purgePayload } from './purge-payload.ts'

/** Rows a transaction: others get their turn in between. */
export const CHUNK = 100

/** Sessions that are deleted together. Most have few messages, so that these are a chunk or two. */
export const BATCH = 50

/**
 * Deletes hidden sessions with all that hangs on them, and the jobs about them. `where`: what they are as long as they
 * may be deleted. `alongside` is part of the last transaction. Says how many were deleted.
 */
export async function deleteSessions(
  database: Database,
  ids: readonly string[],
  { where, alongside }: { where: Prisma.SessionWhereInput; alongside?: (tx: Writer) => Promise<void> },
): Promise<number> {
  const these = { in: [...ids] }
  while ((await database.write((tx) => deleteSomeMessages(tx, these))) === CHUNK);
  return database.write(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { ...where, id: these } })
    if (count === 0) return 0
    await forgetSentTitles(tx, ids)
    await deleteJobs(tx, ids)
    await alongside?.(tx)
    return count
  })
}

/** Batch after batch of those that are `where` says. */
export async function deleteAllSessions(database: Database, where: Prisma.SessionWhereInput): Promise<void> {
  for (;;) {
    const rows = await database.read((db) =>
      db.session.findMany({ where, take: BATCH, select: { id: true } }),
    )
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await deleteSessions(database, ids, { where })
  }
}

/** Runs, logs and context maps go with their messages, by foreign key. */
async function deleteSomeMessages(tx: Writer, sessionId: { in: string[] }): Promise<number> {
  const rows = await tx.message.findMany({ where: { sessionId }, take: CHUNK, select: { id: true } })
  if (rows.length === 0) return 0
  await tx.message.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  return rows.length
}

/**
 * A clear or forgetting that can still be taken back holds the title, which may quote what is deleted, and messages that
 * are set apart. What it set apart of other sessions waits on.
 */
async function deleteJobs(tx: Writer, sessionIds: readonly string[]): Promise<void> {
  const keys = sessionIds.flatMap((id) => [titleJobKey(id), summaryJobKey(id)])
  await tx.job.deleteMany({ where: { key: { in: keys } } })
  const jobs = await tx.job.findMany({ where: { kind: PURGE_JOB }, select: { id: true, payload: true } })
  for (const { id, payload } of jobs) {
    const { data } = purgePayload.safeParse(payload)
    if (data !== undefined && data.kind !== 'scrub') await leaveOthers(tx, { id, payload: data }, sessionIds)
  }
}

async function leaveOthers(
  tx: Writer,
  { id, payload }: { id: string; payload: Exclude<PurgePayload, { kind: 'scrub' }> },
  sessionIds: readonly string[],
): Promise<void> {
  const gone = payload.apart.filter(({ sessionId }) => sessionIds.includes(sessionId))
  const isOver = payload.kind === 'clear' && sessionIds.includes(payload.sessionId)
  if (gone.length === 0 && !isOver) return
  const apart = payload.apart.filter((each) => !gone.includes(each))
  await tx.session.deleteMany({ where: { id: { in: gone.map(({ hiddenIn }) => hiddenIn) } } })
  if (apart.length === 0 && (isOver || payload.kind === 'exchange'))
    return void (await tx.job.deleteMany({ where: { id } }))
  const left: PurgePayload = isOver ? { kind: 'exchange', apart } : { ...payload, apart }
  await tx.job.updateMany({ where: { id }, data: { payload: left } })
}
