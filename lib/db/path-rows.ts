import type { StoredMessage } from '../memory/types.ts'
import type { PathPage, PathRange } from '../ports/messages.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { tokenColumn } from './token-column.ts'
import { toolFields } from './tool-fields.ts'

/** See `Messages.readBack`. */
export const readBack = (database: Database, owner: string, sessionId: string, page: PathPage) =>
  readRows(database, owner, sessionId, page, {
    from: byPath(sessionId),
    take: page.take,
    order: NEWEST_FIRST,
  })

/** See `Messages.readOn`. */
export const readOn = (database: Database, owner: string, sessionId: string, page: PathPage) =>
  readRows(database, owner, sessionId, page, {
    from: byPath(sessionId),
    take: page.take,
    order: OLDEST_FIRST,
  })

const NEWEST_FIRST = Prisma.sql`DESC`
const OLDEST_FIRST = Prisma.sql`ASC`

const byPath = (sessionId: string) => Prisma.sql`"Message" m WHERE m."sessionId" = ${sessionId}`

/**
 * By the index of what is pinned, and by no other, which would lead through the whole path: SQLite keeps to the order
 * of a cross join, and Postgres has the id alone to find a message by.
 */
const byPin = (sessionId: string) => Prisma.sql`"Message" p CROSS JOIN "Message" m
  WHERE p."sessionId" = ${sessionId} AND p.pinned = true AND m.id = p.id`

/** More exchanges than anybody pins: what is sent with every turn must fit in a model's window. */
const MOST_PINNED = 10_000

/** See `Messages.pinned`. */
export const readPinned = (database: Database, owner: string, sessionId: string, range: PathRange) =>
  readRows(database, owner, sessionId, range, {
    from: byPin(sessionId),
    take: MOST_PINNED,
    order: OLDEST_FIRST,
  })

/**
 * One query by the path's index; its lower bound keeps back what was cleared or deleted without a second one. The rows
 * come as one text: row by row Prisma took 0.8 ms for the sixty of a full window, and takes 0.5 ms so.
 */
async function readRows(
  { dialect, read }: Database,
  owner: string,
  sessionId: string,
  { fromSeq, beforeSeq, encoding }: PathRange,
  { from, take, order }: { from: Prisma.Sql; take: number; order: Prisma.Sql },
): Promise<StoredMessage[]> {
  const columns = Prisma.sql`r.id, r.seq, r.role, r.text, r.tokens, r.pinned, r.excluded, r.status,
    r."toolCalls", r."toolCallId"`
  const asJson =
    dialect === 'sqlite'
      ? Prisma.sql`json_group_array(json_array(${columns}) ORDER BY r.seq ${order})`
      : Prisma.sql`CAST(json_agg(json_build_array(${columns}) ORDER BY r.seq ${order}) AS TEXT)`
  // As one bound: of two SQLite takes one for its index, and where a page is not filled walks on down to the other. By
  // a query of its own: a join Postgres may make the other way round, and then has no bound for its index either.
  const floor = Prisma.sql`(
    SELECT CASE WHEN s."clearedBefore" > ${fromSeq} THEN s."clearedBefore" ELSE ${fromSeq} END
    FROM "Session" s WHERE s.id = ${sessionId} AND s.owner = ${owner} AND s."deletedAt" IS NULL)`
  const [found] = await read(
    (db) => db.$queryRaw<{ rows: string | null }[]>`
      SELECT ${asJson} AS rows FROM (
        SELECT m.id, m.seq, m.role, m.text, ${tokenColumn('m', encoding)} AS tokens, m.pinned, m.excluded, m.status,
          CAST(m."toolCalls" AS TEXT) AS "toolCalls", m."toolCallId"
        FROM ${from} AND m."onPath" = true AND m.kind = 'message' AND m.status <> 'streaming'
          AND m.seq >= ${floor} AND m.seq < ${beforeSeq}
        ORDER BY m.seq ${order} LIMIT ${take}
      ) r`,
  )
  const rows: Row[] = JSON.parse(found?.rows ?? '[]')
  return rows.map(toStored)
}

/** SQLite's booleans are numbers. */
type Flag = boolean | 0 | 1
type Row = [
  id: string,
  seq: number,
  role: StoredMessage['role'],
  text: string,
  tokens: number,
  pinned: Flag,
  excluded: Flag,
  status: StoredMessage['status'],
  toolCalls: string | null,
  toolCallId: string | null,
]

const toStored = ([
  id,
  seq,
  role,
  text,
  tokens,
  pinned,
  excluded,
  status,
  toolCalls,
  toolCallId,
]: Row): StoredMessage => ({
  id,
  seq,
  role,
  text,
  tokens,
  pinned: Boolean(pinned),
  excluded: Boolean(excluded),
  status,
  ...toolFields({ toolCalls: toolCalls === null ? null : JSON.parse(toolCalls), toolCallId }),
})
