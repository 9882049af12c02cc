import type { Found } from '../../memory/recall-ports.ts'
import type { RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { foundChunks } from './found-chunks.ts'
import { BYTES } from './packed-vector.ts'
import { exchangesOf, mayBeSeen, reachable, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** `vector` is of length one. */
export type AskedVector = {
  scope: RecallScope
  model: string
  vector: Float32Array
  limit: number
  among?: readonly string[] | undefined
}

/** For each that is wanted, since some may turn out to be hidden. */
const COMPARED = 2

/**
 * Compares with every vector of the model. Whether they may be seen is asked of the nearest alone, as it takes as long
 * as to compare them; and of all before, where that left too few.
 */
export async function exactlyNearest(database: Database, asked: AskedVector): Promise<Found[]> {
  const { scope, limit, among } = asked
  if (among === undefined) {
    const most = COMPARED * limit
    const all = Prisma.sql`"Exchange" e`
    const nearest = await compared(database, asked, { from: all, condition: reachable(scope) }, most)
    const found = await foundChunks(database, scope, nearest)
    if (found.length >= limit || nearest.length < most) return found.slice(0, limit)
  }
  const from = among ? exchangesOf(database.dialect, among) : Prisma.sql`"Exchange" e`
  const seen = { from: Prisma.sql`${from} ${WITH_ITS_PLACE}`, condition: mayBeSeen(scope) }
  return foundChunks(database, scope, await compared(database, asked, seen, limit))
}

/** Of the chunks of the exchanges `e` of that query. */
const compared = (
  { nearest }: Database,
  { model, vector }: AskedVector,
  { from, condition }: { from: Prisma.Sql; condition: Prisma.Sql },
  limit: number,
) =>
  nearest(
    Prisma.sql`
      SELECT c.key, c.vector FROM ${from} JOIN "ExchangeChunk" c ON c."exchangeId" = e.id
      WHERE c.model = ${model} AND length(c.vector) = ${vector.length * BYTES} AND ${condition}`,
    vector,
    limit,
  )
