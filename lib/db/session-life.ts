import { randomUUID } from 'node:crypto'
import type { SessionLifeStore } from '../ports/session-life.ts'
import { END_SESSIONS_JOB } from '../schemas/job.ts'
import type { Database, Reader } from './client.ts'
import { deleteSessions } from './delete-sessions.ts'
import { ENDED } from './ended.ts'
import { enqueueScrub } from './enqueue-scrub.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Sessions that end in one transaction: after a night without a server there may be very many. */
const CHUNK = 500

/** Of work that is done for all owners. No owner has an empty name. */
const NOBODY = ''

type Kind = { brief: boolean; before?: Date }

/** Those that are the next to end, in the order of the index on just this: see BY_PLACE. A run's lock is its session's id. */
const nextToEnd = (db: Reader, { brief, before }: Kind, take: number) => {
  const due = before ? Prisma.sql`AND s."lastActiveAt" <= ${before}` : Prisma.empty
  return db.$queryRaw<{ id: string; lastActiveAt: Date }[]>`
    SELECT s.id, s."lastActiveAt" FROM "Session" s
    WHERE s.brief = ${brief} AND s."deletedAt" IS NULL ${due} AND NOT s.pinned
      AND NOT EXISTS (SELECT 1 FROM "Run" r WHERE r.lock = s.id)
    ORDER BY s."deletedAt", s."lastActiveAt" LIMIT ${take}`
}

export function createSessionLifeStore(database: Database): SessionLifeStore {
  /** What was found may have been used or pinned since. */
  const endFound = (ids: string[], { brief, before }: Required<Kind>, now: Date) =>
    database.write(async (tx) => {
      const these = { in: ids }
      await tx.session.updateMany({
        where: { id: these, brief, pinned: false, deletedAt: null, lastActiveAt: { lte: before } },
        data: { deletedAt: now },
      })
      // A turn that was slow to begin has an earlier time, but it had the row before this transaction.
      const held = await tx.run.findMany({ where: { lock: these }, select: { sessionId: true } })
      if (held.length === 0) return
      const answering = { in: held.map(({ sessionId }) => sessionId) }
      await tx.session.updateMany({
        where: { id: answering, deletedAt: now, purgeId: null },
        data: { deletedAt: null },
      })
    })

  async function endKind(kind: Required<Kind>, now: Date): Promise<void> {
    for (;;) {
      const due = await database.read((db) => nextToEnd(db, kind, CHUNK))
      if (due.length === 0) return
      await endFound(
        due.map(({ id }) => id),
        kind,
        now,
      )
      if (due.length < CHUNK) return
    }
  }

  /** By kind, so that each read follows an index. */
  async function firstEnded(db: Reader, where: Prisma.SessionWhereInput, take: number): Promise<string[]> {
    const ended = await Promise.all(
      [true, false].map((brief) =>
        db.session.findMany({
          where: { ...ENDED, ...where, brief },
          orderBy: [{ deletedAt: 'asc' }, { lastActiveAt: 'asc' }],
          take,
          select: { id: true, deletedAt: true, lastActiveAt: true },
        }),
      ),
    )
    const at = (time: Date | null) => time?.getTime() ?? 0
    return ended
      .flat()
      .toSorted((a, b) => at(a.deletedAt) - at(b.deletedAt) || at(a.lastActiveAt) - at(b.lastActiveAt))
      .slice(0, take)
      .map(({ id }) => id)
  }

  /** How many there are above the threshold, counted up to `limit` alone. */
  async function excess(db: Reader, threshold: number, limit: number): Promise<number> {
    const [row] = await db.$queryRaw<{ found: number | bigint }[]>`
      SELECT COUNT(*) AS found FROM (SELECT 1 FROM "Session" LIMIT ${threshold + limit}) AS counted`
    return Math.max(0, Number(row?.found ?? 0) - threshold)
  }

  return {
    async end({ brief, kept }, now) {
      await endKind({ brief: true, before: brief }, now)
      if (kept) await endKind({ brief: false, before: kept }, now)
    },

    nextToEnd: ({ brief }) =>
      database.read(async (db) => {
        const [next] = await nextToEnd(db, { brief }, 1)
        return next?.lastActiveAt ?? null
      }),

    async purge({ limit, threshold, now, scrubAt }) {
      const ids = await database.read(async (db) => {
        const temporary = await firstEnded(db, { temporary: true }, limit)
        if (temporary.length > 0) return temporary
        const over = await excess(db, threshold, limit)
        return over === 0 ? [] : firstEnded(db, {}, over)
      })
      if (ids.length === 0) return 0
      return deleteSessions(database, ids, {
        where: ENDED,
        alongside: (tx) => enqueueScrub(tx, { owner: NOBODY, now, runAt: scrubAt }),
      })
    },

    ask: (at, now) =>
      database.write(async (tx) => {
        const key = END_SESSIONS_JOB
        const job = {
          id: randomUUID(),
          owner: NOBODY,
          kind: key,
          key,
          payload: {},
          runAt: at,
          createdAt: now,
        }
        await tx.job.upsert({ where: { key }, create: job, update: { attempts: { increment: 0 } } })
        await tx.job.updateMany({ where: { key, runAt: { gt: at } }, data: { runAt: at } })
      }),

    askAgain: (at) =>
      database.write(async (tx) => {
        await tx.job.updateMany({ where: { key: END_SESSIONS_JOB }, data: { next: {}, runAt: at } })
      }),
  }
}
