import { AppError } from '../errors.ts'
import type { NewTurn } from '../ports/turn-store.ts'
import type { Database } from './client.ts'
import { deleteSessions } from './delete-sessions.ts'
import { ENDED } from './ended.ts'
import { enqueueScrub } from './enqueue-scrub.ts'

/** A session that has ended leaves its name to the one that is made. Throws `session_busy` where it is taken. */
export async function freeName(
  database: Database,
  { owner, now, place: { sessionId: id } }: NewTurn,
): Promise<void> {
  const where = { ...ENDED, owner }
  // Asked first: the messages of a session are deleted before it is looked at again.
  if ((await database.read((db) => db.session.count({ where: { ...where, id } }))) > 0)
    await deleteSessions(database, [id], { where, alongside: (tx) => enqueueScrub(tx, { owner, now }) })
  if ((await database.read((db) => db.session.count({ where: { id } }))) > 0)
    throw new AppError(
      'session_busy',
      'A conversation of that name was begun by another request, or deleted, a moment ago. Send it again, or take another name.',
    )
}
