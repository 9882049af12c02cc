import type { Job, Jobs } from '../ports/jobs.ts'
import type { Database, Reader, Writer } from './client.ts'
import { dueWhere } from './due-jobs.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Longer texts of errors are cut: a job keeps the last one for whoever looks, nothing reads it. */
const ERROR_MAX = 2_000

/** While the lease holds: each one counts a try more, so that not even its own process mistakes an older one for it. */
const heldAs = ({ id, leasedBy, attempts }: Job) => ({ id, leasedBy, attempts })

const FREE = { leaseUntil: null, leasedBy: null }

const NOT_ASKED_AGAIN = { next: { equals: Prisma.DbNull } }

export function createJobs(database: Database): Jobs {
  const anyOf = (db: Reader | Writer, where: ReturnType<typeof dueWhere>, take: number) =>
    db.job.findMany({ where, orderBy: [{ runAt: 'asc' }, { id: 'asc' }], take, select: { id: true } })

  const change = (job: Job, data: Parameters<Writer['job']['updateMany']>[0]['data']) =>
    database.write(async (tx) => (await tx.job.updateMany({ where: heldAs(job), data })).count > 0)

  /** Who asks for a job while it runs leaves what for: what it does now may have missed what they mean. */
  async function askedAgain(tx: Writer, job: Job): Promise<boolean> {
    const [again] = await tx.job.updateManyAndReturn({
      where: heldAs(job),
      data: { ...FREE, attempts: 0, error: null },
    })
    if (!again) return false
    const payload = again.next ?? again.payload ?? Prisma.JsonNull
    await tx.job.update({ where: { id: again.id }, data: { payload, next: Prisma.DbNull } })
    return true
  }

  return {
    async lease({ processId, kinds, now, limit, waits }) {
      const due = dueWhere(kinds, now, waits)
      // Looked for first: most looks find nothing, and those should not take the write lock.
      if ((await database.read((db) => anyOf(db, due, 1))).length === 0) return []
      return database.write(async (tx) => {
        const found = await anyOf(tx, due, limit)
        // Asked again with the update: on Postgres another process may have leased one since.
        const leased = await tx.job.updateManyAndReturn({
          where: { id: { in: found.map(({ id }) => id) }, ...due },
          data: {
            leaseUntil: new Date(now.getTime() + waits.leaseMs),
            leasedBy: processId,
            attempts: { increment: 1 },
          },
        })
        return leased
          .toSorted((a, b) => a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1))
          .map(({ id, owner, kind, payload, attempts, runAt }): Job => {
            return { id, owner, kind, payload, attempts, runAt, leasedBy: processId }
          })
      })
    },

    renew: (job, leaseUntil) => change(job, { leaseUntil }),

    done: (job) =>
      database.write(async (tx) => {
        const { count } = await tx.job.deleteMany({ where: { ...heldAs(job), ...NOT_ASKED_AGAIN } })
        return count > 0 || askedAgain(tx, job)
      }),

    retry: (job, { error, runAt }) => change(job, { ...FREE, error: error.slice(0, ERROR_MAX), runAt }),

    giveUp: (job, { error, now }) =>
      database.write(async (tx) => {
        const { count } = await tx.job.updateMany({
          where: { ...heldAs(job), ...NOT_ASKED_AGAIN },
          data: { ...FREE, error: error.slice(0, ERROR_MAX), failedAt: now },
        })
        return count > 0 || askedAgain(tx, job)
      }),

    giveBack: (job, { runAt, attempts }) => change(job, { ...FREE, runAt, attempts }),

    nextDue: (kinds) =>
      database.read(async (db) => {
        const waiting = { kind: { in: [...kinds] }, failedAt: null }
        const [free, leased] = await Promise.all([
          db.job.aggregate({ where: { ...waiting, leaseUntil: null }, _min: { runAt: true } }),
          db.job.aggregate({
            where: { ...waiting, leaseUntil: { not: null } },
            _min: { leaseUntil: true },
          }),
        ])
        const times = [free._min.runAt, leased._min.leaseUntil].filter((time) => time !== null)
        return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
      }),
  }
}
