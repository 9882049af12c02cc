import type { QuoteScope } from '../ports/exchange-forgetting.ts'
import type { QuoteList } from '../schemas/forget.ts'
import type { Reader, Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Of an answer's first words, in characters. */
const WORDS = 200

/** Of the answer `a`, which follows on what its tools gave, where it called any. */
const QUESTION_OF_ANSWER = Prisma.sql`(
  SELECT q.id FROM "Message" q
  WHERE q."sessionId" = a."sessionId" AND q.kind = 'message' AND q.role = 'user' AND q.seq < a.seq
  ORDER BY q.seq DESC LIMIT 1)`

type Found = {
  answerId: string
  sessionId: string
  title: string
  createdAt: Date
  words: string
  status: string
  total: number | bigint
}

/**
 * The answers that were given with a passage of this before them, and those that were given with such an answer, by their
 * receipts, the newest first: those that can be seen and do not go with it. `exchangeIds`: of questions; `without`:
 * messages that go.
 */
export async function quotesOf(
  db: Reader | Writer,
  owner: string,
  scope: QuoteScope,
  { limit, without = [] }: { limit: number; without?: readonly string[] },
): Promise<QuoteList> {
  const going =
    without.length === 0 ? Prisma.empty : Prisma.sql`AND m.id NOT IN (${Prisma.join([...without])})`
  const rows = await db.$queryRaw<Found[]>`
    WITH RECURSIVE quoting (id) AS (
      SELECT r."messageId" FROM "Receipt" r WHERE r.owner = ${owner} AND ${quoting(scope)}
      UNION
      SELECT r."messageId" FROM quoting g
        JOIN "Message" a ON a.id = g.id
        JOIN "Receipt" r ON r.owner = ${owner} AND r."exchangeId" IN (a."parentId", ${QUESTION_OF_ANSWER})
    )
    SELECT m.id AS "answerId", s.id AS "sessionId", s.title, m."createdAt", SUBSTR(m.text, 1, ${WORDS}) AS words,
      CAST(m.status AS TEXT) AS status, COUNT(*) OVER () AS total
    FROM "Message" m JOIN "Session" s ON s.id = m."sessionId"
    WHERE m.id IN (SELECT q.id FROM quoting q)
      AND s.owner = ${owner} AND s."deletedAt" IS NULL AND m.seq >= s."clearedBefore"
      AND ${elsewhere(scope)} ${going}
    ORDER BY m."createdAt" DESC, m.id LIMIT ${limit}`
  return {
    quotes: rows.map(({ answerId, sessionId, title, createdAt, words, status }) => ({
      answerId,
      session: { id: sessionId, title },
      createdAt: new Date(createdAt).toISOString(),
      words,
      writing: status === 'streaming',
    })),
    total: Number(rows[0]?.total ?? 0),
  }
}

function quoting(scope: QuoteScope): Prisma.Sql {
  if ('sessionId' in scope) return Prisma.sql`r."sessionId" = ${scope.sessionId}`
  if ('exchangeIds' in scope)
    return scope.exchangeIds.length === 0
      ? Prisma.sql`1 = 0`
      : Prisma.sql`r."exchangeId" IN (${Prisma.join([...scope.exchangeIds])})`
  return Prisma.sql`r."sessionId" IN (SELECT q.id FROM "Session" q WHERE CAST(q.source AS TEXT) = ${scope.source})`
}

/** A session's own answers go with it. */
function elsewhere(scope: QuoteScope): Prisma.Sql {
  if ('sessionId' in scope) return Prisma.sql`s.id <> ${scope.sessionId}`
  if ('exchangeIds' in scope) return Prisma.sql`1 = 1`
  return Prisma.sql`CAST(s.source AS TEXT) <> ${scope.source}`
}
