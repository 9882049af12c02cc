import type { Database, Writer } from './client.ts'
import { summaryJobKey } from './enqueue-summary.ts'
import { titleJobKey } from './enqueue-title.ts'
import type { Prisma } from './generated/sqlite/client.ts'
import { PURGE_JOB, purgePayload } from './purge-payload.ts'

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

/** A clear that can still be taken back holds the title, which may quote what is deleted. */
async function deleteJobs(tx: Writer, sessionIds: readonly string[]): Promise<void> {
  const keys = sessionIds.flatMap((id) => [titleJobKey(id), summaryJobKey(id)])
  await tx.job.deleteMany({ where: { key: { in: keys } } })
  const purges = await tx.job.findMany({ where: { kind: PURGE_JOB }, select: { id: true, payload: true } })
  const clears = purges.filter(({ payload }) => {
    const { data } = purgePayload.safeParse(payload)
    return data?.kind === 'clear' && sessionIds.includes(data.sessionId)
  })
  if (clears.length > 0) await tx.job.deleteMany({ where: { id: { in: clears.map(({ id }) => id) } } })
}
