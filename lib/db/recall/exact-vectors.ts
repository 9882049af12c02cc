import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { BYTES } from './packed-vector.ts'
import type { Nearest } from './scan-thread.ts'
import { amongThese, mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** `vector` is of length one. */
export type AskedVector = {
  scope: RecallScope
  model: string
  vector: Float32Array
  limit: number
  among?: readonly string[] | undefined
}

/** Compares with every vector of the model that may be seen. */
export const exactlyNearest = (
  { dialect, nearest }: Database,
  { scope, model, vector, limit, among }: AskedVector,
): Promise<Nearest[]> =>
  nearest(
    Prisma.sql`
      SELECT c.key, c.vector FROM "Exchange" e ${WITH_ITS_PLACE} JOIN "ExchangeChunk" c ON c."exchangeId" = e.id
      WHERE c.model = ${model} AND length(c.vector) = ${vector.length * BYTES}
        AND ${mayBeSeen(scope)} ${amongThese(dialect, among)}`,
    vector,
    limit,
  )
