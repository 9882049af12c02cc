import type { Lifespan } from '../ports/session-life.ts'
import type { SessionChoices, Sessions } from '../ports/sessions.ts'
import { titleKeys } from '../schemas/title-key.ts'
import type { Database, Reader } from './client.ts'
import { createForgetting } from './forgetting.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { holderOf } from './holder.ts'
import { keepSession } from './keep-session.ts'
import { BY_PLACE, nextCursor, parseCursor, placesBehind } from './session-cursor.ts'
import { idsByTitle } from './sessions-by-title.ts'
import { titled } from './title-key.ts'
import { ITEM_COLUMNS, toSessionItem, toSessionView } from './views.ts'
import { lockSession, sessionNotFound, visibleSession } from './visible.ts'

/** SQLite's truths come as bigints. */
type Choices = Omit<SessionChoices, 'memory' | 'hasPinned'> &
  Lifespan & { memory: string | null; hasPinned: boolean | bigint }

export function createSessions(database: Database): Sessions {
  return {
    ...createForgetting(database),

    list: (owner, { cursor, limit, title = null, source = null }) =>
      database.read(async (db) => {
        const after = parseCursor(cursor)
        const take = limit + 1
        const keys = titleKeys(title ?? '')
        const ids =
          keys[0] === '' ? null : await idsByTitle(db, database.dialect, { owner, keys, source, after, take })
        const rows = await db.session.findMany({
          where: {
            owner,
            deletedAt: null,
            ...(source ? { source } : {}),
            ...(ids ? { id: { in: ids } } : placesBehind(after)),
          },
          orderBy: BY_PLACE,
          take,
          select: ITEM_COLUMNS,
        })
        const page = rows.slice(0, limit)
        const answering = await sessionsWithRun(db, owner)
        return {
          sessions: page.map((row) => toSessionItem(row, answering.has(row.id))),
          next: rows.length > limit ? nextCursor(page) : null,
        }
      }),

    get: (owner, sessionId) =>
      database.read(async (db) => {
        const session = await visibleSession(db, owner, sessionId)
        return toSessionView(session, (await holderOf(db, sessionId)) !== null)
      }),

    choices: (owner, sessionId) =>
      database.read(async (db) => {
        // In SQL: it is asked for before every turn.
        const [choices] = await db.$queryRaw<Choices[]>`
          SELECT s.model, s.instructions, CAST(s.memory AS TEXT) AS memory, s.brief, s.pinned, s."lastActiveAt",
            EXISTS (SELECT 1 FROM "Message" m WHERE m."sessionId" = s.id AND m.pinned = true) AS "hasPinned"
          FROM "Session" s WHERE s.id = ${sessionId} AND s.owner = ${owner} AND s."deletedAt" IS NULL`
        if (!choices) throw sessionNotFound()
        const { memory, hasPinned, ...rest } = choices
        return {
          ...rest,
          memory: memory === null ? null : JSON.parse(memory),
          hasPinned: Boolean(hasPinned),
        }
      }),

    update: (owner, sessionId, { title, model, instructions, memory }) =>
      database.write(async (tx) => {
        await lockSession(tx, owner, sessionId)
        const chooses = [model, instructions, memory].some((choice) => choice !== undefined)
        const session = await tx.session.update({
          where: { id: sessionId },
          data: {
            ...(chooses ? { model, instructions, chosen: { increment: 1 } } : {}),
            ...(memory === undefined ? {} : { memory: memory ?? Prisma.DbNull }),
            ...(title === undefined ? {} : titled(title, 'user')),
          },
        })
        return toSessionView(session, (await holderOf(tx, sessionId)) !== null)
      }),

    keep: (owner, sessionId, keeping) =>
      database.write(async (tx) => {
        const session = await keepSession(tx, owner, sessionId, keeping)
        return toSessionView(session, (await holderOf(tx, sessionId)) !== null)
      }),

    markRead: (owner, sessionId, seq) =>
      database.write(async (tx) => {
        const { nextSeq } = await lockSession(tx, owner, sessionId)
        const readSeq = Math.min(seq, nextSeq - 1)
        await tx.session.updateMany({ where: { id: sessionId, readSeq: { lt: readSeq } }, data: { readSeq } })
      }),
  }
}

/**
 * Read by the lock's index, which SQLite does not take for `IS NOT NULL`: few runs are under way, and many have been.
 */
async function sessionsWithRun(db: Reader, owner: string): Promise<Set<string>> {
  const held = await db.run.findMany({
    where: { owner, lock: { gte: '' } },
    select: { sessionId: true },
  })
  return new Set(held.map(({ sessionId }) => sessionId))
}
