import type { HistoryRow, InterfaceSessions, SaidRow } from '../ports/interface-sessions.ts'
import type { Database, Reader } from './client.ts'
import type { Session } from './generated/sqlite/client.ts'
import { type NewestRow, newestRows } from './newest-rows.ts'
import { BY_PLACE, nextCursor, parseCursor, placesBehind } from './session-cursor.ts'
import { toolFields } from './tool-fields.ts'
import { visibleSession } from './visible.ts'

export function createInterfaceSessions(database: Database): InterfaceSessions {
  const { dialect } = database
  return {
    find: (owner, sessionId) =>
      database.read((db) =>
        db.session.findUnique({
          where: { id: sessionId, owner, deletedAt: null },
          select: { user: true },
        }),
      ),

    list: (owner, { cursor, limit, rows }) =>
      database.read(async (db) => {
        const made = { owner, source: 'interface', deletedAt: null } as const
        const [found, total] = await Promise.all([
          db.session.findMany({
            where: { ...made, ...placesBehind(parseCursor(cursor)) },
            orderBy: BY_PLACE,
            take: limit + 1,
            select: { id: true, lastActiveAt: true },
          }),
          countMade(db, owner),
        ])
        const page = found.slice(0, limit)
        const newest = await newestRows(
          db,
          dialect,
          page.map(({ id }) => id),
          { rows, text: false },
        )
        return {
          sessions: page.map((session) => ({
            ...session,
            newest: (newest.get(session.id) ?? []).map(toRow),
          })),
          total,
          next: found.length > limit ? nextCursor(page) : null,
        }
      }),

    newest: (owner, sessionId, rows) =>
      database.read(async (db) => {
        const session = await visibleSession(db, owner, sessionId)
        const newest = await newestRows(db, dialect, [sessionId], { rows, text: true })
        const messages = (newest.get(sessionId) ?? []).map((row) => ({ ...row, text: row.text ?? '' }))
        return { ...told(session), messages }
      }),

    stored: (owner, sessionId, page) =>
      database.read(async (db) => {
        const session = await visibleSession(db, owner, sessionId)
        return { ...told(session), ...(await storedPage(db, session, page)) }
      }),
  }
}

/** By what triggers have counted: to count the sessions themselves takes the longer the more there are. */
async function countMade(db: Reader, owner: string): Promise<number> {
  const { _sum } = await db.interfaceSessionCount.aggregate({ where: { owner }, _sum: { count: true } })
  return _sum.count ?? 0
}

const toRow = ({ text: _, ...row }: NewestRow): HistoryRow => row

const told = ({ instructions, lastActiveAt, messageCount }: Session) => ({
  instructions,
  lastActiveAt,
  messageCount,
})

async function storedPage(
  db: Reader,
  session: Session,
  { fromSeq, limit }: { fromSeq: number; limit: number },
): Promise<{ messages: SaidRow[]; nextSeq: number | null }> {
  const rows = await db.message.findMany({
    where: {
      sessionId: session.id,
      kind: 'message',
      seq: { gte: Math.max(fromSeq, session.clearedBefore) },
    },
    orderBy: { seq: 'asc' },
    take: limit + 1,
    select: { seq: true, role: true, text: true, toolCalls: true, toolCallId: true },
  })
  return {
    messages: rows.slice(0, limit).map((row) => ({ role: row.role, text: row.text, ...toolFields(row) })),
    nextSeq: rows[limit]?.seq ?? null,
  }
}
