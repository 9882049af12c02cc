import { randomUUID } from 'node:crypto'
import type { Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

type Asked = {
  owner: string
  kind: string
  key: string
  payload: { sessionId: string }
  now: Date
  /** By someone who waits for it: what waits for its next try is tried at once, for this payload. */
  urgent?: boolean
}

/**
 * Asks for work that is wanted once at a time, in the transaction that makes it wanted. While it waits, asking again
 * changes nothing; while it runs, it runs once more afterwards; when it was given up, it is tried anew. What is urgent
 * goes before what is not, whichever is asked for first. The caller holds the row that `key` is about, so that no two
 * make the same job at once.
 */
export async function enqueueJob(tx: Writer, asked: Asked): Promise<void> {
  const { owner, kind, key, payload, now, urgent = false } = asked
  // Holds the row of one that is there: it is neither begun nor ended until this transaction is.
  const [known] = await tx.job.updateManyAndReturn({
    where: { key },
    data: { attempts: { increment: 0 } },
  })
  if (!known) {
    await tx.job.create({ data: { id: randomUUID(), owner, kind, key, payload, runAt: now, createdAt: now } })
  } else if (known.leaseUntil) {
    if (urgent || known.next === null) await tx.job.update({ where: { key }, data: { next: payload } })
  } else if (urgent || known.failedAt) {
    const anew = { attempts: 0, error: null, failedAt: null, runAt: now }
    const wanted = urgent ? { payload, next: Prisma.DbNull } : {}
    await tx.job.update({ where: { key }, data: { ...anew, ...wanted } })
  }
}
