import { openDatabase } from '../../lib/db/client.ts'

/** Has a session end as its time does, straight in the database of a server: no test waits an hour. */
export async function endSession(url: string, sessionId: string): Promise<void> {
  const database = await openDatabase(url)
  try {
    await database.write((tx) =>
      tx.session.update({ where: { id: sessionId }, data: { deletedAt: new Date(), purgeId: null } }),
    )
  } finally {
    await database.close()
  }
}
