import type { ExchangeQueue } from '../ports/exchange-queue.ts'
import type { SessionMemory } from '../schemas/memory-settings.ts'
import type { Database } from './client.ts'
import { enqueueEmbed, enqueueIndex } from './enqueue-index.ts'
import { indexState } from './index-state.ts'
import { indexedExchanges } from './indexed-exchanges.ts'
import { addMissingExchanges } from './remembered-exchanges.ts'
import { waitingExchanges } from './waiting-exchanges.ts'

export function createExchangeQueue(database: Database): ExchangeQueue {
  return {
    ...waitingExchanges(database),
    ...indexedExchanges(database),

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
