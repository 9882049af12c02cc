import type { ExchangeQueue, UnembeddedExchange, UnreadExchange } from '../ports/exchange-queue.ts'
import type { SessionMemory } from '../schemas/memory-settings.ts'
import type { Database, Reader } from './client.ts'
import { enqueueEmbed, enqueueIndex } from './enqueue-index.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { indexState } from './index-state.ts'
import { createNearbyVectors } from './recall/nearby-vectors.ts'
import { normalised, packed } from './recall/packed-vector.ts'
import { storedTerms } from './recall/stored-terms.ts'
import { addMissingExchanges } from './remembered-exchanges.ts'

/** Of an exchange that nobody can see nothing is read. */
const WAITING = Prisma.sql`
  FROM "Exchange" e JOIN "Session" s ON s.id = e."sessionId" JOIN "Message" q ON q.id = e.id
  WHERE s."deletedAt" IS NULL AND s.temporary = false
    AND q."onPath" = true AND q.excluded = false AND q.seq >= s."clearedBefore"`

async function waitingIds(
  db: Reader,
  which: Prisma.Sql,
  order: Prisma.Sql,
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT e.id ${WAITING} AND ${which} ORDER BY ${order} DESC, e.seq DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

const inOrder = <T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Texts of one statement: SQLite holds the event loop for some milliseconds to store them. */
const TOGETHER = 16

export function createExchangeQueue(database: Database): ExchangeQueue {
  const nearby = database.dialect === 'postgres' ? createNearbyVectors(database) : null

  return {
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

    storeTexts: (owner, exchanges, now) =>
      database.write(async (tx) => {
        const indexed = await tx.exchange.updateManyAndReturn({
          where: { owner, indexedAt: null, OR: exchanges.map(({ id, answerId }) => ({ id, answerId })) },
          data: { indexedAt: now, model: null, error: null },
          select: { id: true },
        })
        if (indexed.length === 0) return
        const stored = new Set(indexed.map(({ id }) => id))
        await tx.exchangeChunk.deleteMany({ where: { exchangeId: { in: [...stored] } } })
        const rows = exchanges.flatMap(({ id, texts }) =>
          stored.has(id)
            ? texts.map(({ text, terms }, index) => ({ exchangeId: id, index, text, ...storedTerms(terms) }))
            : [],
        )
        for (let from = 0; from < rows.length; from += TOGETHER)
          await tx.exchangeChunk.createMany({ data: rows.slice(from, from + TOGETHER) })
        await enqueueEmbed(tx, owner, now)
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

    async storeVectors(owner, model, exchanges) {
      const lengths = exchanges.flatMap(({ vectors }) => vectors.map(({ vector }) => vector.length))
      for (const length of new Set(lengths)) await nearby?.prepare(length)
      await database.write(async (tx) => {
        const embedded = await tx.exchange.updateManyAndReturn({
          where: { owner, OR: exchanges.map(({ id, indexedAt }) => ({ id, indexedAt })) },
          data: { model, error: null },
          select: { id: true },
        })
        const stored = new Set(embedded.map(({ id }) => id))
        const rows = exchanges.flatMap(({ id, vectors }) =>
          stored.has(id) ? vectors.map(({ key, vector }) => ({ key, vector: normalised(vector) })) : [],
        )
        for (const { key, vector } of rows)
          await tx.exchangeChunk.update({
            where: { key },
            data: { model, vector: packed(vector) },
            select: { key: true },
          })
        await nearby?.store(
          tx,
          rows.map(({ key }) => key),
          rows.map(({ vector }) => vector),
        )
      })
    },

    failed: (owner, exchangeIds, error) =>
      database.write(async (tx) => {
        await tx.exchange.updateMany({ where: { owner, id: { in: [...exchangeIds] } }, data: { error } })
      }),

    sessionsBehind: (owner, { after, limit }) =>
      database.read(async (db) => {
        const behind = after && {
          OR: [
            { lastActiveAt: { gt: after.lastActiveAt } },
            { lastActiveAt: after.lastActiveAt, id: { gt: after.id } },
          ],
        }
        const rows = await db.session.findMany({
          where: { owner, deletedAt: null, temporary: false, ...behind },
          orderBy: [{ lastActiveAt: 'asc' }, { id: 'asc' }],
          take: limit,
          select: { id: true, lastActiveAt: true, memory: true },
        })
        return rows.map((row) => ({ ...row, memory: row.memory as SessionMemory | null }))
      }),

    addMissing: (owner, sessionId, { limit }) =>
      database.write((tx) => addMissingExchanges(tx, owner, sessionId, limit)),

    waitAnew: (owner) =>
      database.write(async (tx) => {
        await tx.exchange.updateMany({ where: { owner }, data: { indexedAt: null, error: null } })
      }),

    forget: (owner, sessionId) =>
      database.write(async (tx) => {
        await tx.exchange.deleteMany({ where: { owner, sessionId } })
      }),

    askForMissing: (owner, now) => database.write((tx) => enqueueIndex(tx, owner, now, { missing: true })),

    async askForAll(model, now) {
      const owners = await database.read((db) =>
        db.session.findMany({ distinct: ['owner'], select: { owner: true }, where: { deletedAt: null } }),
      )
      for (const { owner } of owners)
        await database.write(async (tx) => {
          await enqueueIndex(tx, owner, now, { missing: true })
          const waits = { owner, indexedAt: { not: null }, OR: [{ model: null }, { model: { not: model } }] }
          if ((await tx.exchange.findFirst({ where: waits, select: { id: true } })) !== null)
            await enqueueEmbed(tx, owner, now)
        })
    },

    state: (owner, model) => indexState(database, owner, model),
  }
}
