import type { ExchangePlace, RecallIndex, RecallScope } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { exchangesOf, mayBeSeen, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** SQLite's times are texts. */
type Row = Omit<ExchangePlace, 'saidAt'> & { saidAt: string | Date }

/** See `RecallIndex.places`. */
export async function exchangePlaces(
  { dialect, readAside }: Database,
  scope: RecallScope,
  ids: readonly string[],
): ReturnType<RecallIndex['places']> {
  if (ids.length === 0) return new Map()
  const beside = (condition: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`(
    SELECT e.id FROM "Exchange" e ${WITH_ITS_PLACE}
    WHERE e."sessionId" = p."sessionId" AND e.seq ${condition} p.seq AND ${mayBeSeen(scope)}
    ORDER BY e.seq ${order} LIMIT 1)`
  const rows = await readAside<Row>(Prisma.sql`
    SELECT p.id, p."sessionId", p.seq, p."answerId", p."saidAt",
      ${beside(Prisma.sql`<`, Prisma.sql`DESC`)} AS "before", ${beside(Prisma.sql`>`, Prisma.sql`ASC`)} AS behind
    FROM (
      SELECT e.id, e."sessionId", e.seq, e."answerId", e."saidAt" FROM ${exchangesOf(dialect, ids)} ${WITH_ITS_PLACE}
      WHERE ${mayBeSeen(scope)}
    ) p`)
  return new Map(rows.map((row) => [row.id, { ...row, saidAt: new Date(row.saidAt) }]))
}
