import type { Messages } from '../ports/messages.ts'
import type { Database, Reader } from './client.ts'
import type { Message } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { markExchange } from './mark-exchange.ts'
import { pathBounds } from './path-bounds.ts'
import { readBack, readOn, readPinned } from './path-rows.ts'
import { readRunParts } from './run-parts.ts'
import { toMessageView } from './views.ts'
import { lockSession, messageNotFound, visibleMessage, visibleSession } from './visible.ts'

export function createMessages(database: Database): Messages {
  return {
    page: (owner, sessionId, { beforeSeq, limit }) =>
      database.read(async (db) => {
        const { clearedBefore } = await visibleSession(db, owner, sessionId)
        const rows = await db.message.findMany({
          where: {
            sessionId,
            onPath: true,
            seq: { gte: clearedBefore, ...(beforeSeq === null ? {} : { lt: beforeSeq }) },
          },
          orderBy: { seq: 'desc' },
          take: limit + 1,
        })
        const newest = await Promise.all(rows.slice(0, limit).map((row) => asFarAsItCame(db, row)))
        return { messages: newest.reverse().map(toMessageView), earlier: rows.length > limit }
      }),

    get: (owner, messageId) =>
      database.read(async (db) => {
        const { session: _, ...row } = await visibleMessage(db, owner, messageId)
        const { sessionId, parentId } = row
        return { ...toMessageView(await asFarAsItCame(db, row)), sessionId, parentId }
      }),

    readBack: (owner, sessionId, page) => readBack(database, owner, sessionId, page),
    readOn: (owner, sessionId, page) => readOn(database, owner, sessionId, page),
    pinned: (owner, sessionId, range) => readPinned(database, owner, sessionId, range),
    mark: (owner, sessionId, messageId, change) =>
      markExchange(database, owner, sessionId, messageId, change),
    bounds: (owner, sessionId, encoding) => pathBounds(database, owner, sessionId, encoding),

    addDivider: (owner, sessionId, { id, now }) =>
      database.write(async (tx) => {
        const session = await lockSession(tx, owner, sessionId)
        await assertFree(tx, sessionId)
        const kept = { sessionId, onPath: true, seq: { gte: session.clearedBefore } }
        const [above, before] = [
          await tx.message.findFirst({ where: { ...kept, kind: 'message' }, orderBy: { seq: 'desc' } }),
          await tx.message.findFirst({ where: { ...kept, kind: 'divider' }, orderBy: { seq: 'desc' } }),
        ]
        if (before && before.seq > (above?.seq ?? -1)) return toMessageView(before)
        const divider = await tx.message.create({
          data: {
            id,
            owner,
            sessionId,
            parentId: above?.id ?? null,
            seq: session.nextSeq,
            kind: 'divider',
            role: 'system',
            parts: [],
            text: '',
            tokensCl100k: 0,
            tokensO200k: 0,
            createdAt: now,
          },
        })
        await tx.session.update({ where: { id: sessionId }, data: { nextSeq: { increment: 1 } } })
        return toMessageView(divider)
      }),

    removeDivider: (owner, sessionId, dividerId) =>
      database.write(async (tx) => {
        const divider = await visibleMessage(tx, owner, dividerId)
        if (divider.sessionId !== sessionId || divider.kind !== 'divider') throw messageNotFound()
        // Its seq is not given again: what was read before is told from what is read now.
        await tx.session.update({ where: { id: sessionId }, data: { nextSeq: { increment: 1 } } })
        await tx.message.delete({ where: { id: dividerId } })
      }),
  }
}

/** A streaming answer with what its log holds by now, or the ended one when it ended between the two looks. */
async function asFarAsItCame(db: Reader, row: Message): Promise<Message> {
  if (row.status !== 'streaming') return row
  const run = await db.run.findUnique({ where: { messageId: row.id }, select: { id: true } })
  const parts = run ? await readRunParts(db, run.id) : []
  const now = await db.message.findUnique({ where: { id: row.id } })
  if (now && now.status !== 'streaming') return now
  return { ...row, parts }
}
