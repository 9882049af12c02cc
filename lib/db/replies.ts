import type { Replies } from '../ports/replies.ts'
import type { Lifespan } from '../ports/session-life.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Rows a transaction: others get their turn in between. */
const CHUNK = 1_000

type Found = Lifespan & { parts: string; expiresAt: Date }

/** The session is held, so that no purge takes the message before the row is written. SQLite has one writer. */
const DIALECT = {
  sqlite: (at: Date) => ({ expires: Prisma.sql`${at}`, held: Prisma.empty }),
  postgres: (at: Date) => ({
    expires: Prisma.sql`CAST(${at} AS timestamp)`,
    held: Prisma.sql`FOR NO KEY UPDATE OF s`,
  }),
}

export function createReplies(database: Database): Replies {
  return {
    async find(owner, key, now) {
      // In SQL: it stands before every first answer, and Prisma would ask three times.
      const [found] = await database.read(
        (db) => db.$queryRaw<Found[]>`
          SELECT CAST(m.parts AS TEXT) AS parts, r."expiresAt", s.brief, s.pinned, s."lastActiveAt"
          FROM "CachedReply" r JOIN "Message" m ON m.id = r."messageId" JOIN "Session" s ON s.id = r."sessionId"
          WHERE r.key = ${key} AND r.owner = ${owner} AND m.status = 'complete' AND m."onPath" = true
            AND m.excluded = false AND m.seq >= s."clearedBefore" AND s."deletedAt" IS NULL`,
      )
      if (!found || found.expiresAt <= now) return null
      const { parts, expiresAt: _, ...session } = found
      return { parts: JSON.parse(parts), session }
    },

    async keep(owner, { key, messageId, expiresAt }) {
      const { expires, held } = DIALECT[database.dialect](expiresAt)
      // One statement: it follows every first answer.
      await database.write(
        (tx) => tx.$executeRaw`
          INSERT INTO "CachedReply" (key, owner, "sessionId", "messageId", "expiresAt")
          SELECT ${key}, m.owner, s.id, m.id, ${expires}
          FROM "Message" m JOIN "Session" s ON s.id = m."sessionId"
          WHERE m.id = ${messageId} AND m.owner = ${owner} AND m.status = 'complete'
            AND m.seq >= s."clearedBefore" AND s."deletedAt" IS NULL ${held}
          ON CONFLICT (key) DO UPDATE SET "sessionId" = excluded."sessionId",
            "messageId" = excluded."messageId", "expiresAt" = excluded."expiresAt"`,
      )
    },

    async dropExpired(now) {
      for (;;) {
        const { count } = await database.write((tx) =>
          tx.cachedReply.deleteMany({ where: { expiresAt: { lte: now } }, limit: CHUNK }),
        )
        if (count < CHUNK) return
      }
    },
  }
}
