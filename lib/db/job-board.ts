import { AppError } from '../errors.ts'
import type { JobBoard } from '../ports/jobs.ts'
import {
  EMBED_JOB,
  INDEX_JOB,
  type JobView,
  SUMMARY_JOB,
  summaryPayload,
  TITLE_JOB,
  titlePayload,
} from '../schemas/job.ts'
import type { Database, Reader, Writer } from './client.ts'
import type { Job } from './generated/sqlite/client.ts'
import { PURGE_JOB, purgePayload } from './purge-payload.ts'

/** What a row is about. A row of another version may hold anything. */
function subjectOf({ kind, payload }: Job): { kind: JobView['kind']; sessionId: string | null } {
  if (kind === TITLE_JOB) {
    const title = titlePayload.safeParse(payload)
    return { kind: 'title', sessionId: title.data?.sessionId ?? null }
  }
  if (kind === SUMMARY_JOB) {
    const summary = summaryPayload.safeParse(payload)
    return { kind: 'summary', sessionId: summary.data?.sessionId ?? null }
  }
  if (kind === INDEX_JOB) return { kind: 'index', sessionId: null }
  if (kind === EMBED_JOB) return { kind: 'embed', sessionId: null }
  const purge = kind === PURGE_JOB ? purgePayload.safeParse(payload).data : undefined
  if (purge?.kind === 'clear') return { kind: 'clear', sessionId: purge.sessionId }
  if (purge) return { kind: 'delete', sessionId: null }
  return { kind: 'other', sessionId: null }
}

/** A deletion that was begun has to be finished. */
const mayBeDismissed = (job: Job) => job.failedAt !== null && job.kind !== PURGE_JOB

/** One that was not tried yet has its time to wait for: a deletion can be taken back until then. */
const mayBeTried = (job: Job) => job.failedAt !== null || job.attempts > 0

function toJobView(row: Job, titles: ReadonlyMap<string, string>, now: Date): JobView {
  const { kind, sessionId } = subjectOf(row)
  const title = sessionId === null ? undefined : titles.get(sessionId)
  const running = row.leaseUntil !== null && row.leaseUntil > now
  const state = row.failedAt ? 'failed' : running ? 'running' : 'waiting'
  return {
    id: row.id,
    kind,
    session: sessionId === null || title === undefined ? null : { id: sessionId, title },
    state,
    createdAt: row.createdAt.toISOString(),
    nextAt: state === 'waiting' ? row.runAt.toISOString() : null,
    tries: row.attempts,
    error: row.error,
    failedAt: row.failedAt?.toISOString() ?? null,
    canTryNow: !running && mayBeTried(row),
    canDismiss: mayBeDismissed(row),
  }
}

const anew = (now: Date) => ({ failedAt: null, attempts: 0, runAt: now })

export function createJobBoard(database: Database): JobBoard {
  async function found(db: Reader | Writer, owner: string, jobId: string): Promise<Job> {
    const job = await db.job.findUnique({ where: { id: jobId, owner } })
    if (job === null) throw new AppError('job_not_found', 'That work is done, or there is none by that name.')
    return job
  }

  /** Those that can be seen: what was deleted has no name any more. */
  async function titlesOf(db: Reader, owner: string, rows: readonly Job[]): Promise<Map<string, string>> {
    const ids = rows.map((row) => subjectOf(row).sessionId).filter((id) => id !== null)
    const sessions = await db.session.findMany({
      where: { id: { in: ids }, owner, deletedAt: null },
      select: { id: true, title: true },
    })
    return new Map(sessions.map(({ id, title }) => [id, title]))
  }

  return {
    list: (owner, { now, limit }) =>
      database.read(async (db) => {
        const failed = { owner, failedAt: { not: null } }
        const waiting = { owner, failedAt: null }
        const rows = [
          ...(await db.job.findMany({
            where: failed,
            orderBy: [{ failedAt: 'desc' }, { id: 'asc' }],
            take: limit,
          })),
          ...(await db.job.findMany({
            where: waiting,
            orderBy: [{ runAt: 'asc' }, { id: 'asc' }],
            take: limit,
          })),
        ]
        const titles = await titlesOf(db, owner, rows)
        return {
          jobs: rows.map((row) => toJobView(row, titles, now)),
          failed: await db.job.count({ where: failed }),
          waiting: await db.job.count({ where: waiting }),
        }
      }),

    tryNow: (owner, jobId, now) =>
      database.write(async (tx) => {
        const job = await found(tx, owner, jobId)
        if (!mayBeTried(job))
          throw new AppError('job_not_failed', 'That work has not been tried yet: it waits for its time.')
        const change = job.failedAt ? anew(now) : { runAt: now }
        // One that runs by now is being tried as it is.
        await tx.job.updateMany({ where: { id: jobId, OR: freeAt(now) }, data: change })
      }),

    tryAllNow: (owner, now) =>
      database.write(async (tx) => {
        const { count } = await tx.job.updateMany({
          where: { owner, failedAt: { not: null } },
          data: anew(now),
        })
        return count
      }),

    dismiss: (owner, jobId) =>
      database.write(async (tx) => {
        const job = await found(tx, owner, jobId)
        const { count } = mayBeDismissed(job)
          ? await tx.job.deleteMany({ where: { id: jobId, failedAt: { not: null } } })
          : { count: 0 }
        if (count === 0) throw new AppError('job_not_failed', 'Only work that was given up can be dismissed.')
      }),
  }
}

const freeAt = (now: Date) => [{ leaseUntil: null }, { leaseUntil: { lte: now } }]
