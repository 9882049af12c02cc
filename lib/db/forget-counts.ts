import type { FinalScope } from '../ports/final-deletion.ts'
import type { ForgetCounts } from '../schemas/forget.ts'
import type { Reader, Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { quotesOf } from './quotes.ts'

export type Counts = Omit<ForgetCounts, 'sessions'>

export const sum = (one: Counts, other: Counts): Counts => ({
  messages: one.messages + other.messages,
  summaries: one.summaries + other.summaries,
  maps: one.maps + other.maps,
  prompts: one.prompts + other.prompts,
  exchanges: one.exchanges + other.exchanges,
  vectors: one.vectors + other.vectors,
  replies: one.replies + other.replies,
  quotes: one.quotes + other.quotes,
})

/**
 * What goes with the visible messages of one session, of a source's, or of all: messages, versions of summaries,
 * context maps, the prompt texts that no other answer uses, what can be recalled of them, and replies; and how many
 * answers quote it that do not go.
 */
export async function countForgetting(
  db: Reader | Writer,
  owner: string,
  scope: FinalScope | null,
): Promise<Counts> {
  const which = scope === null ? Prisma.empty : within(scope)
  const rows = await db.$queryRaw<
    {
      messages: Count | null
      summaries: Count
      maps: Count
      prompts: Count
      exchanges: Count
      vectors: Count
      replies: Count
    }[]
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
    ), recalled AS (
      SELECT e.id FROM "Session" s JOIN "Exchange" e ON e."sessionId" = s.id
      WHERE s.owner = ${owner} AND s."deletedAt" IS NULL AND e.seq >= s."clearedBefore" ${which}
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
      (SELECT COUNT(*) FROM only_here) AS prompts,
      (SELECT COUNT(*) FROM recalled) AS exchanges,
      (SELECT COUNT(*) FROM "ExchangeChunk" k JOIN recalled ON recalled.id = k."exchangeId") AS vectors,
      (
        SELECT COUNT(*) FROM "Session" s
        JOIN "CachedReply" r ON r."sessionId" = s.id JOIN "Message" m ON m.id = r."messageId"
        WHERE s.owner = ${owner} AND s."deletedAt" IS NULL AND m.seq >= s."clearedBefore" ${which}
      ) AS replies`
  const [counts] = rows
  const quotes = scope === null ? 0 : (await quotesOf(db, owner, scope, { limit: 1 })).total
  return {
    messages: Number(counts?.messages ?? 0),
    summaries: Number(counts?.summaries ?? 0),
    maps: Number(counts?.maps ?? 0),
    prompts: Number(counts?.prompts ?? 0),
    exchanges: Number(counts?.exchanges ?? 0),
    vectors: Number(counts?.vectors ?? 0),
    replies: Number(counts?.replies ?? 0),
    quotes,
  }
}

/** Postgres compares no enum with a text. */
const within = (scope: FinalScope) =>
  'sessionId' in scope
    ? Prisma.sql`AND s.id = ${scope.sessionId}`
    : Prisma.sql`AND CAST(s.source AS TEXT) = ${scope.source}`

type Count = number | bigint
