import type { ExchangeQueue } from '../ports/exchange-queue.ts'
import type { Database } from './client.ts'
import { enqueueEmbed } from './enqueue-index.ts'
import { createNearbyVectors } from './recall/nearby-vectors.ts'
import { normalised, packed } from './recall/packed-vector.ts'
import { storedTerms } from './recall/stored-terms.ts'

/** Texts of one statement: SQLite holds the event loop for some milliseconds to store them. */
const TOGETHER = 16

/** Stores the texts and the vectors by which exchanges are found, of those that still stand as they were read. */
export function indexedExchanges(database: Database): Pick<ExchangeQueue, 'storeTexts' | 'storeVectors'> {
  const nearby = database.dialect === 'postgres' ? createNearbyVectors(database) : null

  return {
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
  }
}
