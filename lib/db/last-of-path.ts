import type { Writer } from './client.ts'
import type { Session } from './generated/sqlite/client.ts'

/**
 * The newest message that the session shows; null where it shows none. In SQL: it is asked for at every turn's begin.
 */
export async function lastOfPath(
  tx: Writer,
  { id, clearedBefore }: Pick<Session, 'id' | 'clearedBefore'>,
): Promise<{ id: string } | null> {
  const [last] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Message"
    WHERE "sessionId" = ${id} AND "onPath" = true AND kind = 'message' AND seq >= ${clearedBefore}
    ORDER BY seq DESC LIMIT 1`
  return last ?? null
}
