import type { Reader, Writer } from './client.ts'
import { answerAlone, exchangeOf } from './exchange-of.ts'
import type { Session } from './generated/sqlite/client.ts'
import type { Apart } from './purge-payload.ts'
import { type ApartPlan, setApart } from './set-apart.ts'
import { isVisible, lockSession, messageNotFound } from './visible.ts'

/** What is forgotten: whole exchanges, by any of their messages, and answers alone. */
export type Named = { exchangeIds: readonly string[]; answerIds: readonly string[] }

/** The messages that go, by their sessions, in the order of whose ids. */
export type Gathered = { session: Session; ids: Set<string> }[]

/** Throws `message_not_found`. */
export async function gather(db: Reader | Writer, owner: string, named: Named): Promise<Gathered> {
  const sessions = await sessionsOf(db, owner, named)
  const gathered: Gathered = []
  for (const { session, exchangeIds, answerIds } of sessions) {
    const ids = new Set<string>()
    const add = (more: ReadonlySet<string>) => more.forEach((id) => void ids.add(id))
    for (const id of exchangeIds) if (!ids.has(id)) add(await exchangeOf(db, session, id))
    for (const id of answerIds) if (!ids.has(id)) add(await answerAlone(db, session, id))
    gathered.push({ session, ids })
  }
  return gathered
}

/** The same within a transaction, holding the sessions' rows, so that it stays true. */
export async function gatherLocked(tx: Writer, owner: string, named: Named): Promise<Gathered> {
  for (const { session } of await sessionsOf(tx, owner, named)) await lockSession(tx, owner, session.id)
  return gather(tx, owner, named)
}

/** See `setApart`. */
export async function setAllApart(tx: Writer, gathered: Gathered, plan: ApartPlan): Promise<Apart[]> {
  const all: Apart[] = []
  for (const { session, ids } of gathered) all.push(await setApart(tx, session, ids, plan))
  return all
}

async function sessionsOf(db: Reader | Writer, owner: string, { exchangeIds, answerIds }: Named) {
  const named = new Set([...exchangeIds, ...answerIds])
  const rows = await db.message.findMany({
    where: { id: { in: [...named] }, owner },
    select: { id: true, seq: true, session: true },
  })
  if (rows.length < named.size || !rows.every(isVisible)) throw messageNotFound()
  const sessions = new Map(rows.map(({ session }) => [session.id, session]))
  const of = (ids: readonly string[], sessionId: string) =>
    ids.filter((id) => rows.some((row) => row.id === id && row.session.id === sessionId))
  return [...sessions.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((session) => ({
      session,
      exchangeIds: of(exchangeIds, session.id),
      answerIds: of(answerIds, session.id),
    }))
}
