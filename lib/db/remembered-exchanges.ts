import { BUILTIN_MODEL } from '../schemas/model.ts'
import type { Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** The newest finished answer of the exchange that `q` begins. One that only calls tools has no text, and is no end. */
const FINISHED_ANSWER = Prisma.sql`
  (SELECT f.id FROM "Message" f
   WHERE f."sessionId" = q."sessionId" AND f."onPath" = true AND f.kind = 'message' AND f.role = 'assistant'
     AND f.status IN ('complete', 'stopped') AND f.text <> '' AND f.seq > q.seq
     AND f.seq < COALESCE(
       (SELECT MIN(n.seq) FROM "Message" n
        WHERE n."sessionId" = q."sessionId" AND n."onPath" = true AND n.seq > q.seq
          AND (n.kind = 'divider' OR n.role = 'user')),
       2147483647)
   ORDER BY f.seq DESC LIMIT 1)`

/** What the built-in model said is a quote, and left out. */
const REMEMBERED_ANSWER = Prisma.sql`CASE WHEN a.model = ${BUILTIN_MODEL} THEN NULL ELSE a.id END`

/** Rows of `Exchange` for questions with a finished answer. Those that are there wait to be indexed anew. */
const remembered = (where: Prisma.Sql, limit = Prisma.empty) => Prisma.sql`
  INSERT INTO "Exchange" (id, owner, "user", "sessionId", seq, "answerId", "saidAt")
  SELECT q.id, q.owner, COALESCE(s."user", ''), q."sessionId", q.seq,
    ${REMEMBERED_ANSWER}, q."createdAt"
  FROM "Message" q JOIN "Session" s ON s.id = q."sessionId" JOIN "Message" a ON a.id = ${FINISHED_ANSWER}
  WHERE q."onPath" = true AND q.kind = 'message' AND q.role = 'user' AND q.seq >= s."clearedBefore"
    AND s."deletedAt" IS NULL AND s.temporary = false AND ${where} ${limit}
  ON CONFLICT (id) DO UPDATE SET "answerId" = excluded."answerId", "indexedAt" = NULL, model = NULL, error = NULL
  RETURNING id, EXISTS (SELECT 1 FROM "ExchangeChunk" c WHERE c."exchangeId" = "Exchange".id) AS "wasIndexed"`

/** Says how many. Until they are indexed anew they are not found: they would be by what a left answer said. */
async function remember(tx: Writer, exchanges: Prisma.Sql): Promise<number> {
  const rows = await tx.$queryRaw<{ id: string; wasIndexed: boolean | number }[]>(exchanges)
  const before = rows.filter(({ wasIndexed }) => wasIndexed).map(({ id }) => id)
  if (before.length > 0) await tx.exchangeChunk.deleteMany({ where: { exchangeId: { in: before } } })
  return rows.length
}

/** Has the exchange of an answer wait to be indexed, also where it was before. False where it is not to be. */
export async function rememberExchange(
  tx: Writer,
  answer: { sessionId: string; seq: number },
): Promise<boolean> {
  const question = Prisma.sql`
    (SELECT b.id FROM "Message" b
     WHERE b."sessionId" = ${answer.sessionId} AND b."onPath" = true AND b.seq < ${answer.seq}
       AND (b.kind = 'divider' OR b.role = 'user')
     ORDER BY b.seq DESC LIMIT 1)`
  return (await remember(tx, remembered(Prisma.sql`q.id = ${question}`))) > 0
}

/**
 * The same for exchanges of a session that are not there, or that hold another answer than their newest: it was given
 * while nobody asked to remember it.
 */
export const addMissingExchanges = (
  tx: Writer,
  owner: string,
  sessionId: string,
  limit: number,
): Promise<number> =>
  remember(
    tx,
    remembered(
      Prisma.sql`
        q."sessionId" = ${sessionId} AND q.owner = ${owner} AND q.excluded = false
        AND NOT EXISTS (
          SELECT 1 FROM "Exchange" e
          WHERE e.id = q.id AND COALESCE(e."answerId", '') = COALESCE(${REMEMBERED_ANSWER}, ''))`,
      Prisma.sql`ORDER BY q.seq LIMIT ${limit}`,
    ),
  )
