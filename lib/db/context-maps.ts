import type { ContextMap } from '../memory/context-map.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { Database } from './client.ts'
import { toolFields } from './tool-fields.ts'
import { isVisible, visibleMessage } from './visible.ts'

export function createContextMaps(database: Database): ContextMaps {
  return {
    get: (owner, answerId) =>
      database.read(async (db) => {
        await visibleMessage(db, owner, answerId)
        const row = await db.contextMap.findUnique({
          where: { messageId: answerId, owner },
          include: { texts: { include: { prompt: true } } },
        })
        if (row === null) return null
        const texts = new Map(row.texts.map(({ prompt }) => [prompt.hash, prompt.text]))
        return { map: row.map as ContextMap, texts }
      }),

    words: (owner, messageIds) =>
      database.read(async (db) => {
        const rows = await db.message.findMany({
          where: { id: { in: [...messageIds] }, owner },
          select: { id: true, text: true, toolCalls: true, toolCallId: true, seq: true, session: true },
        })
        return new Map(
          rows.filter(isVisible).map((row) => [row.id, { content: row.text, ...toolFields(row) }]),
        )
      }),

    receipts: (owner, answerId) =>
      database.read(async (db) => {
        await visibleMessage(db, owner, answerId)
        const receipts = await db.receipt.findMany({ where: { messageId: answerId, owner } })
        const questions = await db.message.findMany({
          where: { id: { in: receipts.map(({ exchangeId }) => exchangeId) }, owner },
          select: { id: true, createdAt: true, seq: true, session: true },
        })
        const times = new Map(questions.filter(isVisible).map(({ id, createdAt }) => [id, createdAt]))
        return new Map(
          receipts.map(({ rank, title, exchangeId }) => [
            rank,
            { title, saidAt: times.get(exchangeId) ?? null },
          ]),
        )
      }),
  }
}
