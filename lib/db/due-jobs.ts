import type { Waits } from '../ports/jobs.ts'
import type { Prisma } from './generated/sqlite/client.ts'

/** The clocks of two processes may differ: so much ahead proves nothing yet. */
const SKEW_MS = 60_000

/**
 * The jobs that may be leased now. Times that lie further ahead than any wait do not hold one up: they were written
 * before the clock went back, and waiting for them could take as long as it went back.
 */
export function dueWhere(kinds: readonly string[], now: Date, waits: Waits): Prisma.JobWhereInput {
  const beyond = (ms: number) => ({ gt: new Date(now.getTime() + ms + SKEW_MS) })
  const named = Object.entries(waits.first)
  const tries = waits.retry.length
  return {
    kind: { in: [...kinds] },
    failedAt: null,
    AND: [
      {
        OR: [
          { runAt: { lte: now } },
          { createdAt: beyond(0) },
          { attempts: 0, kind: { notIn: named.map(([kind]) => kind) }, runAt: beyond(0) },
          ...named.map(([kind, ms]) => ({ attempts: 0, kind, runAt: beyond(ms) })),
          ...waits.retry.map((ms, index) => ({
            attempts: index + 1 === tries ? { gte: tries } : index + 1,
            runAt: beyond(ms),
          })),
        ],
      },
      {
        OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }, { leaseUntil: beyond(waits.leaseMs) }],
      },
    ],
  }
}
