import { AppError } from '../errors.ts'
import type { Summaries } from '../ports/summaries.ts'
import { agreesWithMarks } from './agrees-with-marks.ts'
import type { Database, Reader, Writer } from './client.ts'
import { enqueueSummary, summaryJobKey } from './enqueue-summary.ts'
import { Prisma, type Session, type Summary } from './generated/sqlite/client.ts'
import { onPath } from './summary-path.ts'
import { tellsWhatIsThere } from './tells-what-is-there.ts'
import { toJson } from './to-json.ts'
import { toldAsMarked } from './told-as-marked.ts'
import { toSummaryView } from './views.ts'
import { isVisible, lockSession, visibleSession } from './visible.ts'

type Db = Reader | Writer

export function createSummaries(database: Database): Summaries {
  return {
    list: (owner, sessionId, { limit }) =>
      database.read(async (db) => {
        const session = await visibleSession(db, owner, sessionId)
        const rows = await db.summary.findMany({
          where: shownIn(session),
          orderBy: { version: 'desc' },
          take: limit,
        })
        const current = await onPath(db, session, rows)
        const job = await db.job.findUnique({
          where: { key: summaryJobKey(sessionId) },
          select: { error: true, failedAt: true },
        })
        return {
          versions: rows.map((row) => toSummaryView(row, current.has(row))),
          writing: job !== null && job.failedAt === null,
          failure: job?.error ?? null,
        }
      }),

    texts: (owner, summaryIds) =>
      database.read(async (db) => {
        const rows = await db.summary.findMany({
          where: { id: { in: [...summaryIds] }, owner, session: { deletedAt: null } },
          select: {
            id: true,
            text: true,
            messageCount: true,
            fromSeq: true,
            session: { select: { deletedAt: true, clearedBefore: true } },
          },
        })
        const shown = rows.filter(({ fromSeq, session }) => isVisible({ seq: fromSeq, session }))
        return new Map(shown.map(({ id, text, messageCount }) => [id, { text, messageCount }]))
      }),

    add: (owner, sessionId, { after, now, tokens, omitted, base, told, ...summary }) =>
      database.write(async (tx) => {
        const session = await lockSession(tx, owner, sessionId)
        const range = { ...summary, omitted }
        if ((await onPath(tx, session, [range])).size === 0) return null
        if (await isSuperseded(tx, session, after)) return null
        if (!(await agreesWithMarks(tx, sessionId, range))) return null
        if (!(await tellsWhatIsThere(tx, sessionId, { ...range, base, told }))) return null
        const row = await tx.summary.create({
          data: {
            ...summary,
            owner,
            sessionId,
            version: await nextVersion(tx, sessionId),
            tokensCl100k: tokens.cl100k,
            tokensO200k: tokens.o200k,
            author: 'model',
            omitted: toJson(omitted),
            conflicts: [],
            createdAt: now,
          },
        })
        await countAsChosen(tx, sessionId)
        return toSummaryView(row, true)
      }),

    edit: (owner, sessionId, { id, version, text, tokens, now }) =>
      database.write(async (tx) => {
        const session = await lockSession(tx, owner, sessionId)
        const edited = await tx.summary.findFirst({ where: { ...shownIn(session), version } })
        if (edited === null) throw summaryNotFound()
        // Whoever starts from one that cannot be used knows of no other: that one would be chosen.
        if (await isSuperseded(tx, session, version, edited.usable)) throw summaryChanged()
        const words = { text, tokensCl100k: tokens.cl100k, tokensO200k: tokens.o200k }
        const change = { ...words, id, createdAt: now, author: 'user', model: null, asked: true } as const
        if (edited.usable) return addCopy(tx, session, edited, change)
        const told = await toldAsMarked(tx, edited)
        return addCopy(tx, session, { ...edited, ...told, conflicts: [], usable: true }, change)
      }),

    restore: (owner, sessionId, { id, summaryId, now }) =>
      database.write(async (tx) => {
        const session = await lockSession(tx, owner, sessionId)
        const earlier = await tx.summary.findFirst({ where: { ...shownIn(session), id: summaryId } })
        if (earlier === null) throw summaryNotFound()
        // Undoing one version is no wish for what was there before to be in force, where that was not.
        const isUndo = (await nextVersion(tx, sessionId)) === earlier.version + 2
        const asked = isUndo ? earlier.asked : true
        return addCopy(tx, session, earlier, { id, createdAt: now, asked })
      }),

    ask: (owner, payload, now) =>
      database.write(async (tx) => {
        await lockSession(tx, owner, payload.sessionId)
        await enqueueSummary(tx, owner, payload, now)
      }),

    putInForce: (owner, sessionId) =>
      database.write(async (tx) => {
        const session = await lockSession(tx, owner, sessionId)
        const usable = await tx.summary.findMany({
          where: { ...shownIn(session), usable: true },
          orderBy: { version: 'desc' },
        })
        const current = await onPath(tx, session, usable)
        const newest = usable.find((row) => current.has(row))
        if (newest === undefined || newest.asked) return false
        await tx.summary.update({ where: { id: newest.id }, data: { asked: true } })
        await countAsChosen(tx, sessionId)
        return true
      }),
  }
}

/** What was cleared is invisible, though its rows live until the purge. */
const shownIn = ({ id, clearedBefore }: Session) => ({ sessionId: id, fromSeq: { gte: clearedBefore } })

/** Those that cannot be used now are in nobody's way who has one that can. */
async function isSuperseded(
  db: Db,
  session: Session,
  version: number | null,
  isUsable = true,
): Promise<boolean> {
  const newer = await db.summary.findMany({
    where: { ...shownIn(session), version: { gt: version ?? 0 }, ...(isUsable ? { usable: true } : {}) },
    select: { fromSeq: true, toSeq: true },
  })
  return (await onPath(db, session, newer)).size > 0
}

async function nextVersion(tx: Writer, sessionId: string): Promise<number> {
  const { _max } = await tx.summary.aggregate({ where: { sessionId }, _max: { version: true } })
  return (_max.version ?? 0) + 1
}

/** A version by the user, of the same messages as another one, and fitting the marks as that one does. */
async function addCopy(
  tx: Writer,
  session: Session,
  { omitted, conflicts, ...copied }: Summary,
  change: Pick<Summary, 'id' | 'createdAt' | 'asked'> & Partial<Summary>,
) {
  const row = await tx.summary.create({
    data: {
      ...copied,
      ...change,
      omitted: omitted ?? Prisma.JsonNull,
      conflicts: conflicts ?? Prisma.JsonNull,
      version: await nextVersion(tx, session.id),
      basedOn: copied.version,
    },
  })
  await countAsChosen(tx, session.id)
  return toSummaryView(row, (await onPath(tx, session, [row])).size > 0)
}

/** So that other pages see that the next turn is another one. */
const countAsChosen = (tx: Writer, id: string) =>
  tx.session.update({ where: { id }, data: { chosen: { increment: 1 } }, select: { id: true } })

const summaryNotFound = () => new AppError('summary_not_found', 'There is no such version of the summary.')
const summaryChanged = () =>
  new AppError('summary_changed', 'There is a newer version of the summary by now.')
