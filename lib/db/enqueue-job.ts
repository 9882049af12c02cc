import { randomUUID } from 'node:crypto'
import type { Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

type Asked = {
  owner: string
  kind: string
  key: string
  payload: Prisma.InputJsonObject
  now: Date
  /** When it is to be done where it is not there yet; at once by default. */
  runAt?: Date
  /** By someone who waits for it: what waits for its next try is tried at once, for this payload. */
  urgent?: boolean
}

/**
 * Asks for work that is wanted once at a time, in the transaction that makes it wanted. While it waits, asking again
 * changes nothing; while it runs, it runs once more afterwards; when it was given up, it is tried anew. What is urgent
 * goes before what is not, whichever is asked for first.
 */
export async function enqueueJob(tx: Writer, asked: Asked): Promise<void> {
  const { owner, kind, key, payload, now, urgent = false } = asked
  const id = randomUUID()
  // Holds the row of one that is there: it is neither begun nor ended until this transaction is.
  const known = await tx.job.upsert({
    where: { key },
    create: { id, owner, kind, key, payload, runAt: asked.runAt ?? now, createdAt: now },
    update: { attempts: { increment: 0 } },
  })
  if (known.id === id) return
  if (known.leaseUntil) {
    if (urgent || known.next === null) await tx.job.update({ where: { key }, data: { next: payload } })
  } else if (urgent || known.failedAt) {
    const anew = { attempts: 0, error: null, failedAt: null, runAt: now }
    const wanted = urgent ? { payload, next: Prisma.DbNull } : {}
    await tx.job.update({ where: { key }, data: { ...anew, ...wanted } })
  }
}
