import type { Job, Jobs } from '../ports/jobs.ts'
import type { Database } from './client.ts'

/** Longer texts of errors are cut: a job keeps the last one for whoever looks, nothing reads it. */
const ERROR_MAX = 2_000

export function createJobs(database: Database): Jobs {
  return {
    lease: ({ processId, now, leaseUntil, limit }) =>
      database.write(async (tx) => {
        const due = { runAt: { lte: now }, OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }] }
        const found = await tx.job.findMany({
          where: due,
          orderBy: [{ runAt: 'asc' }, { id: 'asc' }],
          take: limit,
          select: { id: true },
        })
        if (found.length === 0) return []
        // Asked again with the update: on Postgres another process may have leased one since.
        const leased = await tx.job.updateManyAndReturn({
          where: { id: { in: found.map(({ id }) => id) }, ...due },
          data: { leaseUntil, leasedBy: processId, attempts: { increment: 1 } },
        })
        return leased
          .toSorted((a, b) => a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1))
          .map(({ id, owner, kind, payload, attempts }): Job => ({ id, owner, kind, payload, attempts }))
      }),

    done: (jobId) =>
      database.write(async (tx) => {
        await tx.job.deleteMany({ where: { id: jobId } })
      }),

    retry: (jobId, { error, runAt }) =>
      database.write(async (tx) => {
        await tx.job.updateMany({
          where: { id: jobId },
          data: { error: error.slice(0, ERROR_MAX), runAt, leaseUntil: null, leasedBy: null },
        })
      }),

    nextDue: () =>
      database.read(async (db) => {
        const [free, leased] = await Promise.all([
          db.job.aggregate({ where: { leaseUntil: null }, _min: { runAt: true } }),
          db.job.aggregate({ where: { leaseUntil: { not: null } }, _min: { leaseUntil: true } }),
        ])
        const times = [free._min.runAt, leased._min.leaseUntil].filter((time) => time !== null)
        return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
      }),
  }
}
