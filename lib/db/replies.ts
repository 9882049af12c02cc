import type { Replies } from '../ports/replies.ts'
import type { Database } from './client.ts'

/** Rows a transaction: others get their turn in between. */
const CHUNK = 1_000

/** SQLite's times come as texts. */
type Found = { parts: string; expiresAt: Date | string }

export function createReplies(database: Database): Replies {
  return {
    async find(owner, key, now) {
      // In SQL: it stands before every first answer, and Prisma would ask three times.
      const [found] = await database.read(
        (db) => db.$queryRaw<Found[]>`
          SELECT CAST(m.parts AS TEXT) AS parts, r."expiresAt"
          FROM "CachedReply" r JOIN "Message" m ON m.id = r."messageId" JOIN "Session" s ON s.id = r."sessionId"
          WHERE r.key = ${key} AND r.owner = ${owner} AND m.status = 'complete' AND m."onPath" = true
            AND m.excluded = false AND m.seq >= s."clearedBefore" AND s."deletedAt" IS NULL`,
      )
      return found && new Date(found.expiresAt) > now ? JSON.parse(found.parts) : null
    },

    keep: (owner, { key, messageId, expiresAt }) =>
      database.write(async (tx) => {
        const answer = await tx.message.findUnique({
          where: { id: messageId, owner, status: 'complete' },
          select: { sessionId: true, seq: true },
        })
        if (answer === null) return
        const { sessionId, seq } = answer
        // Held, so that no purge takes the message before the row is written.
        const { count } = await tx.session.updateMany({
          where: { id: sessionId, deletedAt: null, clearedBefore: { lte: seq } },
          data: { nextSeq: { increment: 0 } },
        })
        if (count === 0) return
        const reply = { owner, sessionId, messageId, expiresAt }
        await tx.cachedReply.upsert({ where: { key }, create: { key, ...reply }, update: reply })
      }),

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
