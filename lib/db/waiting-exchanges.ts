import type { ExchangeQueue, UnembeddedExchange, UnreadExchange } from '../ports/exchange-queue.ts'
import type { SessionMemory } from '../schemas/memory-settings.ts'
import type { Database, Reader } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { IN_SIGHT, WITH_ITS_PLACE } from './recall/visible-exchanges.ts'

/** What waits for its texts or its vectors. Of an exchange that nobody can see nothing is read. */
export const waitingExchanges = (
  database: Database,
): Pick<ExchangeQueue, 'withoutTexts' | 'withoutVectors'> => ({
  withoutTexts: (owner, { limit }) =>
    database.read(async (db) => {
      const which = Prisma.sql`e.owner = ${owner} AND e."indexedAt" IS NULL`
      const ids = await waitingIds(db, which, Prisma.sql`e."saidAt"`, limit)
      const rows = await db.exchange.findMany({
        where: { id: { in: ids } },
        include: { question: { select: { text: true } }, session: { select: { memory: true } } },
      })
      const answers = await db.message.findMany({
        where: {
          id: { in: rows.flatMap(({ answerId }) => answerId ?? []) },
          onPath: true,
          excluded: false,
        },
        select: { id: true, text: true },
      })
      const texts = new Map(answers.map(({ id, text }) => [id, text]))
      return inOrder(ids, rows).flatMap((row): UnreadExchange[] => {
        // Prisma reads relations one after another: what was deleted in between is null, whatever its type says.
        if (!row.question || !row.session) return []
        const { id, sessionId, answerId, saidAt, question, session } = row
        const answer = texts.get(answerId ?? '') ?? null
        const memory = session.memory as SessionMemory | null
        return [{ id, sessionId, memory, answerId, saidAt, question: question.text, answer }]
      })
    }),

  withoutVectors: (owner, { model, limit, except = [] }) =>
    database.read(async (db) => {
      const others =
        except.length > 0 ? Prisma.sql`AND e.id NOT IN (${Prisma.join([...except])})` : Prisma.empty
      const which = Prisma.sql`e.owner = ${owner} AND e."indexedAt" IS NOT NULL
        AND (e.model IS NULL OR e.model <> ${model}) ${others}`
      const ids = await waitingIds(db, which, Prisma.sql`e."indexedAt"`, limit)
      const rows = await db.exchange.findMany({
        where: { id: { in: ids }, indexedAt: { not: null } },
        select: {
          ...{ id: true, indexedAt: true },
          chunks: { orderBy: { index: 'asc' }, select: { key: true, text: true } },
        },
      })
      return inOrder(ids, rows).flatMap(({ id, indexedAt, chunks }): UnembeddedExchange[] =>
        indexedAt === null ? [] : [{ id, indexedAt, texts: chunks }],
      )
    }),
})

async function waitingIds(
  db: Reader,
  which: Prisma.Sql,
  order: Prisma.Sql,
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT e.id FROM "Exchange" e ${WITH_ITS_PLACE}
    WHERE ${IN_SIGHT} AND ${which} ORDER BY ${order} DESC, e.seq DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

const inOrder = <T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
