import type { Reader, Writer } from './client.ts'
import type { Session, Summary } from './generated/sqlite/client.ts'

type Db = Reader | Writer
type Range = Pick<Summary, 'fromSeq' | 'toSeq'>

/** Versions, the newest ones: as many as a plan is made from. */
const LOOKED_AT = 32

/** The seq that a session's path begins with: right below its newest divider, else where it was cleared. */
async function floorOf(
  db: Db,
  { id, clearedBefore }: Pick<Session, 'id' | 'clearedBefore'>,
): Promise<number> {
  const divider = await db.message.findFirst({
    where: { sessionId: id, onPath: true, kind: 'divider', seq: { gte: clearedBefore } },
    orderBy: { seq: 'desc' },
    select: { seq: true },
  })
  return divider === null ? clearedBefore : divider.seq + 1
}

/** Of these ranges, those that the path has now: it begins where they do, and the last message of each is on it. */
export async function onPath<T extends Range>(
  db: Db,
  session: Pick<Session, 'id' | 'clearedBefore'>,
  ranges: readonly T[],
): Promise<Set<T>> {
  const floor = await floorOf(db, session)
  const here = ranges.filter(({ fromSeq }) => fromSeq === floor)
  const ends = await db.message.findMany({
    where: {
      sessionId: session.id,
      onPath: true,
      kind: 'message',
      seq: { in: here.map(({ toSeq }) => toSeq), gte: session.clearedBefore },
    },
    select: { seq: true },
  })
  const seqs = new Set(ends.map(({ seq }) => seq))
  return new Set(here.filter(({ toSeq }) => seqs.has(toSeq)))
}

/** The newest version that the path can be told by; null: there is none. */
export async function newestUsable(
  db: Db,
  session: Pick<Session, 'id' | 'clearedBefore'>,
): Promise<(Range & Pick<Summary, 'asked'>) | null> {
  const floor = await floorOf(db, session)
  const rows = await db.summary.findMany({
    where: { sessionId: session.id, fromSeq: floor, usable: true },
    orderBy: { version: 'desc' },
    take: LOOKED_AT,
    select: { fromSeq: true, toSeq: true, asked: true },
  })
  const here = await onPath(db, session, rows)
  return rows.find((row) => here.has(row)) ?? null
}
