import type { FinalScope } from '../ports/final-deletion.ts'
import type { ForgetCounts } from '../schemas/forget.ts'
import type { Reader, Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/**
 * What goes with the visible messages of one session, of a source's, or of all: messages, versions of summaries,
 * context maps, and the prompt texts that no other answer uses.
 */
export async function countForgetting(
  db: Reader | Writer,
  owner: string,
  scope: FinalScope | null,
): Promise<Omit<ForgetCounts, 'sessions'>> {
  const which = scope === null ? Prisma.empty : within(scope)
  const rows = await db.$queryRaw<
    { messages: Count | null; summaries: Count; maps: Count; prompts: Count }[]
  >`
    WITH scope AS (
      SELECT c."messageId" AS id FROM "Session" s
      JOIN "ContextMap" c ON c."sessionId" = s.id JOIN "Message" m ON m.id = c."messageId"
      WHERE s.owner = ${owner} AND s."deletedAt" IS NULL AND m.seq >= s."clearedBefore" ${which}
    ), used AS (
      SELECT u.hash FROM "PromptUse" u JOIN scope ON scope.id = u."messageId"
    ), only_here AS (
      SELECT u.hash FROM "PromptUse" u LEFT JOIN scope ON scope.id = u."messageId"
      WHERE u.hash IN (SELECT hash FROM used) GROUP BY u.hash HAVING COUNT(*) = COUNT(scope.id)
    )
    SELECT (
        SELECT SUM(s."messageCount") FROM "Session" s
        WHERE s.owner = ${owner} AND s."deletedAt" IS NULL ${which}
      ) AS messages,
      (
        SELECT COUNT(*) FROM "Session" s JOIN "Summary" v ON v."sessionId" = s.id
        WHERE s.owner = ${owner} AND s."deletedAt" IS NULL AND v."fromSeq" >= s."clearedBefore" ${which}
      ) AS summaries,
      (SELECT COUNT(*) FROM scope) AS maps,
      (SELECT COUNT(*) FROM only_here) AS prompts`
  const [counts] = rows
  return {
    messages: Number(counts?.messages ?? 0),
    summaries: Number(counts?.summaries ?? 0),
    maps: Number(counts?.maps ?? 0),
    prompts: Number(counts?.prompts ?? 0),
  }
}

/** Postgres compares no enum with a text. */
const within = (scope: FinalScope) =>
  'sessionId' in scope
    ? Prisma.sql`AND s.id = ${scope.sessionId}`
    : Prisma.sql`AND CAST(s.source AS TEXT) = ${scope.source}`

type Count = number | bigint
