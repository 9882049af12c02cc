import type { Database, Writer } from '../client.ts'
import type { Prisma } from '../generated/sqlite/client.ts'
import { messageNotFound } from '../visible.ts'

export type ChunkRow = { exchangeId: string; index: number; text: string } & Partial<
  Pick<Prisma.ExchangeChunkUncheckedCreateInput, 'terms' | 'termCount' | 'model' | 'vector'>
>

/**
 * Writes chunks with what is given of them, over those of the same exchange and index; what is not given stays. Throws
 * `message_not_found` where an exchange is not there, or another owner's. `alongside` gets their keys, in order, in the
 * same transaction.
 */
export async function storeChunks(
  database: Database,
  owner: string,
  rows: readonly ChunkRow[],
  alongside?: (tx: Writer, keys: readonly number[]) => Promise<void>,
): Promise<void> {
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ exchangeId }) => exchangeId))]
  await database.write(async (tx) => {
    if ((await tx.exchange.count({ where: { id: { in: ids }, owner } })) < ids.length) throw messageNotFound()
    const keys: number[] = []
    for (const { exchangeId, index, ...given } of rows) {
      const { key } = await tx.exchangeChunk.upsert({
        where: { exchangeId_index: { exchangeId, index } },
        create: { exchangeId, index, ...given },
        update: given,
        select: { key: true },
      })
      keys.push(key)
    }
    await alongside?.(tx, keys)
  })
}
