import { AppError } from '../errors.ts'
import type { Remembered, RememberedExchange } from '../ports/remembered.ts'
import type { Database, Reader } from './client.ts'
import type { Prisma } from './generated/sqlite/client.ts'

const SEEN = {
  question: { onPath: true, excluded: false },
  session: { deletedAt: null, temporary: false },
} as const satisfies Prisma.ExchangeWhereInput

const COLUMNS = {
  id: true,
  seq: true,
  sessionId: true,
  answerId: true,
  saidAt: true,
  indexedAt: true,
  model: true,
  error: true,
  question: { select: { text: true } },
  session: { select: { title: true, clearedBefore: true } },
} as const

type Row = Prisma.ExchangeGetPayload<{ select: typeof COLUMNS }>

export function createRemembered(database: Database): Remembered {
  return {
    list: (owner, { sessionId, said, cursor, limit }) =>
      database.read(async (db) => {
        const behind = parseCursor(cursor)
        const rows = await db.exchange.findMany({
          where: {
            owner,
            ...SEEN,
            ...(sessionId === null ? {} : { sessionId }),
            saidAt: {
              ...(said?.from && { gte: said.from }),
              ...(said?.before && { lt: said.before }),
              ...(behind && { lte: behind.saidAt }),
            },
            ...(behind && { OR: [{ saidAt: { lt: behind.saidAt } }, { id: { gt: behind.id } }] }),
          },
          orderBy: [{ saidAt: 'desc' }, { id: 'asc' }],
          take: limit + 1,
          select: COLUMNS,
        })
        const page = rows.slice(0, limit)
        const last = page.at(-1)
        return {
          exchanges: await inWords(db, page),
          next: last && rows.length > limit ? `${last.saidAt.toISOString()}~${last.id}` : null,
        }
      }),

    get: (owner, ids) =>
      database.read(async (db) => {
        if (ids.length === 0) return new Map()
        const rows = await db.exchange.findMany({
          where: { owner, ...SEEN, id: { in: [...ids] } },
          select: COLUMNS,
        })
        return new Map((await inWords(db, rows)).map((exchange) => [exchange.id, exchange]))
      }),
  }
}

/** Without those that were cleared, or deleted between one look and the next. */
async function inWords(db: Reader, rows: readonly Row[]): Promise<RememberedExchange[]> {
  const shown = rows.filter(
    ({ question, session, seq }) => question && session && seq >= session.clearedBefore,
  )
  const answerIds = shown.flatMap(({ answerId }) => answerId ?? [])
  const answers = await db.message.findMany({
    where: { id: { in: answerIds }, onPath: true },
    select: { id: true, text: true },
  })
  const texts = new Map(answers.map(({ id, text }) => [id, text]))
  return shown.map(({ id, sessionId, answerId, saidAt, indexedAt, model, error, question, session }) => {
    const assistant = (answerId && texts.get(answerId)) || null
    return {
      ...{ id, sessionId, saidAt, indexedAt, model, error },
      title: session.title,
      user: question.text,
      assistant,
      answerId: assistant === null ? null : answerId,
    }
  })
}

function parseCursor(cursor: string | null): { saidAt: Date; id: string } | null {
  if (cursor === null) return null
  const at = cursor.indexOf('~')
  const time = cursor.slice(0, Math.max(0, at))
  const saidAt = new Date(time)
  if (Number.isNaN(saidAt.getTime()) || !/^[1-9]\d{3}-/.test(time))
    throw new AppError('invalid_request', 'The cursor is not one that this list gave.')
  return { saidAt, id: cursor.slice(at + 1) }
}
