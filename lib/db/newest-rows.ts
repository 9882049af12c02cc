import type { Role } from '../memory/types.ts'
import type { ToolFields } from '../schemas/message.ts'
import type { Reader } from './client.ts'
import type { Dialect } from './database-url.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { toolFields } from './tool-fields.ts'

export type NewestRow = { role: Role; isBlank: boolean; text: string | null } & ToolFields

/** What `trim` takes away in JavaScript: without being told, each database takes something else. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/**
 * The newest messages of several sessions, oldest first, in one query that reads no more of each than `rows`: of its
 * path below the divider and the clear, but for an answer that is being written. Their texts only where they are asked
 * for.
 */
export async function newestRows(
  db: Reader,
  dialect: Dialect,
  sessionIds: readonly string[],
  { rows, text }: { rows: number; text: boolean },
): Promise<Map<string, NewestRow[]>> {
  if (sessionIds.length === 0) return new Map()
  const columns = Prisma.sql`r.role, r.blank, ${text ? Prisma.sql`r.text` : Prisma.sql`NULL`}, r.calls, r."toolCallId"`
  const asJson =
    dialect === 'sqlite'
      ? Prisma.sql`json_group_array(json_array(${columns}) ORDER BY r.seq)`
      : Prisma.sql`CAST(json_agg(json_build_array(${columns}) ORDER BY r.seq) AS TEXT)`
  // As one bound: see path-rows.ts.
  const floor = Prisma.sql`COALESCE(
    (SELECT MAX(d.seq) + 1 FROM "Message" d
      WHERE d."sessionId" = s.id AND d."onPath" = true AND d.kind = 'divider' AND d.seq >= s."clearedBefore"),
    s."clearedBefore")`
  const found = await db.$queryRaw<{ id: string; rows: string | null }[]>`
    SELECT s.id, (
      SELECT ${asJson} FROM (
        SELECT m.seq, m.role, m.text, CAST(m."toolCalls" AS TEXT) AS calls, m."toolCallId",
          TRIM(m.text, ${WHITE_SPACE}) = '' AND m."toolCalls" IS NULL AND m."toolCallId" IS NULL AS blank
        FROM "Message" m
        WHERE m."sessionId" = s.id AND m."onPath" = true AND m.kind = 'message' AND m.status <> 'streaming'
          AND m.seq >= ${floor}
        ORDER BY m.seq DESC LIMIT ${rows}
      ) r
    ) AS rows
    FROM "Session" s WHERE s.id IN (${Prisma.join([...sessionIds])})`
  return new Map(found.map(({ id, rows }) => [id, parseRows(rows)]))
}

/** SQLite's booleans are numbers. */
type Row = [
  role: Role,
  blank: boolean | 0 | 1,
  text: string | null,
  calls: string | null,
  toolCallId: string | null,
]

const parseRows = (json: string | null): NewestRow[] =>
  (JSON.parse(json ?? '[]') as Row[]).map(([role, blank, text, calls, toolCallId]) => ({
    role,
    isBlank: Boolean(blank),
    text,
    ...toolFields({ toolCalls: calls === null ? null : JSON.parse(calls), toolCallId }),
  }))
