import type { RecallScope } from '../../ports/recall-index.ts'
import type { Dialect } from '../database-url.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { storedTime } from '../stored-time.ts'

/** Behind an exchange `e`: its session `s` and its question `q`, which say whether it may be seen. */
export const WITH_ITS_PLACE = Prisma.sql`
  JOIN "Session" s ON s.id = e."sessionId"
  JOIN "Message" q ON q.id = e.id`

/** Neither deleted, cleared, excluded, left on another branch, nor temporary. */
export const IN_SIGHT = Prisma.sql`
  s."deletedAt" IS NULL AND s.temporary = false
  AND q."onPath" = true AND q.excluded = false AND q.seq >= s."clearedBefore"`

/** Of a client of the interfaces that named no user: who else spoke through it is not known. */
const nameless = (session: string) =>
  Prisma.raw(`(CAST(${session}.source AS TEXT) = 'interface' AND ${session}."user" IS NULL)`)

/**
 * What of the exchanges `e`, with their place, may be seen. By what stands in the database at that moment, and not by
 * marks that would have to be kept in step: what was deleted, cleared, or left behind is gone at once.
 */
export function mayBeSeen(scope: RecallScope): Prisma.Sql {
  const { owner } = scope
  return Prisma.sql`
    e.owner = ${owner} AND s.owner = ${owner} AND ${IN_SIGHT}
    AND (e."answerId" IS NULL OR EXISTS (
      SELECT 1 FROM "Message" r WHERE r.id = e."answerId" AND r."onPath" = true AND r.excluded = false))
    AND ${concerns(scope)} ${saidWithin(scope)}`
}

/** Which sessions the one that asks may see, and how far back it sees itself. */
function concerns({ owner, sessionId, fromSeq, from }: RecallScope): Prisma.Sql {
  if (sessionId === null) return Prisma.sql`true`
  const itself = Prisma.sql`(s.id = ${sessionId} AND q.seq >= ${fromSeq})`
  // Also where the session that asks is not there: then nothing says that it may see the others.
  const others = Prisma.sql`(
    s.id <> ${sessionId} AND NOT ${nameless('s')} AND EXISTS (
      SELECT 1 FROM "Session" a WHERE a.id = ${sessionId} AND a.owner = ${owner} AND NOT ${nameless('a')}
        AND COALESCE(a."user", '') = COALESCE(s."user", '')))`
  return from === 'session' ? itself : Prisma.sql`(${itself} OR ${others})`
}

/** As texts: the drivers of the threads write a date each in its own way. */
function saidWithin({ said }: RecallScope): Prisma.Sql {
  const from = said?.from ? Prisma.sql`AND e."saidAt" >= ${storedTime(said.from)}` : Prisma.empty
  const before = said?.before ? Prisma.sql`AND e."saidAt" < ${storedTime(said.before)}` : Prisma.empty
  return Prisma.sql`${from} ${before}`
}

/**
 * All that may be seen: an index leads to these exchanges `e`, without a look at their place. Of a session that asks only
 * about itself little else; of one that asks about all also what clients said without naming a user.
 */
export function reachable(scope: RecallScope): Prisma.Sql {
  const { owner, sessionId, fromSeq, from } = scope
  const within = Prisma.sql`e.owner = ${owner} ${saidWithin(scope)}`
  if (sessionId === null) return within
  if (from === 'session')
    return Prisma.sql`${within} AND e."sessionId" = ${sessionId} AND e.seq >= ${fromSeq}`
  return Prisma.sql`${within}
    AND e."user" = (SELECT COALESCE(MAX(a."user"), '') FROM "Session" a WHERE a.id = ${sessionId})`
}

/**
 * Joins what is few with what it leads to. SQLite has to be told: it takes the exchanges of an owner for fewer than those
 * that were named.
 */
export const leadingTo = (dialect: Dialect): Prisma.Sql =>
  dialect === 'sqlite' ? Prisma.sql`CROSS JOIN` : Prisma.sql`JOIN`

/** Exchanges `e` of these ids, of whatever number, from which others may be joined. */
export function exchangesOf(dialect: Dialect, ids: readonly string[]): Prisma.Sql {
  const json = JSON.stringify([...new Set(ids)])
  const each =
    dialect === 'sqlite'
      ? Prisma.sql`json_each(${json}) i`
      : Prisma.sql`json_array_elements_text(CAST(${json} AS json)) i (value)`
  return Prisma.sql`${each} ${leadingTo(dialect)} "Exchange" e ON e.id = i.value`
}

/** These ids, of whatever number, as something to be `IN`. */
export const idsIn = (dialect: Dialect, ids: readonly string[]): Prisma.Sql =>
  dialect === 'sqlite'
    ? Prisma.sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : Prisma.sql`(SELECT json_array_elements_text(CAST(${JSON.stringify(ids)} AS json)))`
