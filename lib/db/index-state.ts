import type { IndexState } from '../ports/exchange-queue.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { IN_SIGHT, WITH_ITS_PLACE } from './recall/visible-exchanges.ts'

type Counted = Record<keyof IndexState, bigint | number | null>

/** See `ExchangeQueue.state`. What another model failed with says nothing of one that has its vectors. */
export async function indexState({ readAside }: Database, owner: string, model: string): Promise<IndexState> {
  const [counts] = await readAside<Counted>(Prisma.sql`
    SELECT COUNT(*) AS exchanges, COUNT(DISTINCT e."sessionId") AS sessions,
      SUM(CASE WHEN e."indexedAt" IS NULL THEN 1 ELSE 0 END) AS "withoutTexts",
      SUM(CASE WHEN e."indexedAt" IS NOT NULL AND (e.model IS NULL OR e.model <> ${model}) THEN 1 ELSE 0 END)
        AS "withoutVectors",
      SUM(CASE WHEN e.error IS NOT NULL AND (e."indexedAt" IS NULL OR e.model IS NULL OR e.model <> ${model})
        THEN 1 ELSE 0 END) AS failed,
      SUM((SELECT SUM(OCTET_LENGTH(c.text) + OCTET_LENGTH(c.terms)) FROM "ExchangeChunk" c WHERE c."exchangeId" = e.id))
        AS "textBytes",
      SUM((SELECT SUM(OCTET_LENGTH(c.vector)) FROM "ExchangeChunk" c WHERE c."exchangeId" = e.id)) AS "vectorBytes"
    FROM "Exchange" e ${WITH_ITS_PLACE} WHERE e.owner = ${owner} AND ${IN_SIGHT}`)
  const count = (name: keyof IndexState) => Number(counts?.[name] ?? 0)
  return {
    exchanges: count('exchanges'),
    sessions: count('sessions'),
    withoutTexts: count('withoutTexts'),
    withoutVectors: count('withoutVectors'),
    failed: count('failed'),
    textBytes: count('textBytes'),
    vectorBytes: count('vectorBytes'),
  }
}
