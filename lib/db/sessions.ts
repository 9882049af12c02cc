import type { Sessions } from '../ports/sessions.ts'
import type { Database } from './client.ts'
import { createForgetting } from './forgetting.ts'
import { holderOf } from './holder.ts'
import { nextCursor, parseCursor } from './session-cursor.ts'
import { titled } from './title-key.ts'
import { toSessionItem, toSessionView } from './views.ts'
import { lockSession, visibleSession } from './visible.ts'

export function createSessions(database: Database): Sessions {
  return {
    ...createForgetting(database),

    list: (owner, { cursor, limit }) =>
      database.read(async (db) => {
        const after = parseCursor(cursor)
        const rows = await db.session.findMany({
          where: {
            owner,
            deletedAt: null,
            ...(after && {
              lastActiveAt: { lte: after.lastActiveAt },
              OR: [{ lastActiveAt: { lt: after.lastActiveAt } }, { id: { gt: after.id } }],
            }),
          },
          orderBy: [{ lastActiveAt: 'desc' }, { id: 'asc' }],
          take: limit + 1,
        })
        const page = rows.slice(0, limit)
        const held = await db.run.findMany({
          where: { lock: { in: page.map(({ id }) => id) } },
          select: { sessionId: true },
        })
        const answering = new Set(held.map(({ sessionId }) => sessionId))
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

    update: (owner, sessionId, { title, model, instructions }) =>
      database.write(async (tx) => {
        await lockSession(tx, owner, sessionId)
        const session = await tx.session.update({
          where: { id: sessionId },
          data: { model, instructions, ...(title === undefined ? {} : titled(title, 'user')) },
        })
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
