import type { Found } from '../../memory/recall-ports.ts'
import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { CHUNK_COLUMNS, type ChunkColumns, toChunk } from './chunk-rows.ts'
import type { Nearest } from './scan-thread.ts'
import { leadingTo, mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** What was found, as it stands now, and only what may be seen now: a search takes a while. */
export async function foundChunks(
  { dialect, readAside }: Database,
  scope: RecallScope,
  nearest: readonly Nearest[],
): Promise<Found[]> {
  if (nearest.length === 0) return []
  const rows = await readAside<ChunkColumns & { key: number }>(Prisma.sql`
    SELECT c.key, ${CHUNK_COLUMNS}
    FROM "ExchangeChunk" c ${leadingTo(dialect)} "Exchange" e ON e.id = c."exchangeId" ${WITH_ITS_PLACE}
    WHERE c.key IN (${Prisma.raw(nearest.map(({ key }) => Math.trunc(key)).join(', '))}) AND ${mayBeSeen(scope)}`)
  const chunks = new Map(rows.map(({ key, ...row }) => [key, toChunk(row)]))
  return nearest.flatMap(({ key, score }) => {
    const chunk = chunks.get(key)
    return chunk ? [{ chunk, score }] : []
  })
}
