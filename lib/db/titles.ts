import type { Titles } from '../ports/titles.ts'
import type { Database } from './client.ts'
import { holderOf } from './holder.ts'
import { titled } from './title-key.ts'

/** Titles that a model may replace: none yet, or made from the first message. */
export const OPEN_TITLES = ['none', 'message'] as const

const unnamed = { deletedAt: null, titleBy: { in: [...OPEN_TITLES] } }

export function createTitles(database: Database): Titles {
  return {
    untitled: (owner, sessionId) =>
      database.read(async (db) => {
        const session = await db.session.findUnique({ where: { id: sessionId, owner, ...unnamed } })
        if (session === null) return null
        const path = { sessionId, onPath: true, kind: 'message', excluded: false } as const
        const answer = await db.message.findFirst({
          where: { ...path, role: 'assistant', status: 'complete', seq: { gte: session.clearedBefore } },
          orderBy: { seq: 'asc' },
          select: { id: true, parentId: true, text: true },
        })
        if (answer?.parentId == null) return null
        const question = await db.message.findUnique({
          where: { ...path, id: answer.parentId, role: 'user', seq: { gte: session.clearedBefore } },
          select: { text: true },
        })
        if (question === null) return null
        const { model, clearedBefore } = session
        return {
          ...{ sessionId, model, question: question.text, answer: answer.text, clearedBefore },
          answerId: answer.id,
          answering: (await holderOf(db, sessionId)) !== null,
        }
      }),

    name: (owner, { sessionId, clearedBefore, answerId }, title) =>
      database.write(async (tx) => {
        const { count } = await tx.session.updateMany({
          where: { id: sessionId, owner, clearedBefore, ...unnamed, messages: { some: { id: answerId } } },
          data: titled(title, 'model'),
        })
        return count > 0
      }),
  }
}
