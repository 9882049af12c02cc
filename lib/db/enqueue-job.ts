import { randomUUID } from 'node:crypto'
import type { Writer } from './client.ts'

type Asked = { owner: string; kind: string; key: string; payload: { sessionId: string }; now: Date }

/**
 * Asks for work that is wanted once at a time, in the transaction that makes it wanted. While it waits, asking again
 * changes nothing; while it runs, it runs once more afterwards; when it was given up, it is tried anew. The caller
 * holds the row that `key` is about, so that no two make the same job at once.
 */
export async function enqueueJob(tx: Writer, { owner, kind, key, payload, now }: Asked): Promise<void> {
  // Holds the row of one that is there: it is neither begun nor ended until this transaction is.
  const [known] = await tx.job.updateManyAndReturn({
    where: { key },
    data: { attempts: { increment: 0 } },
  })
  if (!known) {
    await tx.job.create({ data: { id: randomUUID(), owner, kind, key, payload, runAt: now, createdAt: now } })
    return
  }
  const anew = { attempts: 0, error: null, failedAt: null }
  if (known.failedAt) await tx.job.update({ where: { key }, data: { ...anew, runAt: now } })
  else if (known.leaseUntil) {
    const runAt = new Date(Math.max(now.getTime(), known.runAt.getTime() + 1))
    await tx.job.update({ where: { key }, data: { runAt } })
  }
}
