import { AppError } from '../errors.ts'
import type { ForgetAlong, Sessions } from '../ports/sessions.ts'
import { bringBack } from './bring-back.ts'
import type { Database, Writer } from './client.ts'
import { type Counts, countForgetting, sum } from './forget-counts.ts'
import { gatherLocked, setAllApart } from './gather-apart.ts'
import type { Prisma } from './generated/sqlite/client.ts'
import { leavePurge, type PurgeTime } from './leave-purge.ts'
import { countMessages } from './message-counts.ts'
import { type Apart, NOT_BEGUN, PURGE_JOB, type PurgePayload, purgePayload } from './purge-payload.ts'
import { titled } from './title-key.ts'
import { placeholderOf } from './title-placeholder.ts'
import { lockSession, sessionNotFound, visibleSession } from './visible.ts'

type Forgetting = Pick<Sessions, 'countForDelete' | 'delete' | 'countForClear' | 'clear' | 'undo'>

/** Hides at once and leaves the rest to a job, so that it can be taken back until that job is due. */
export function createForgetting(database: Database): Forgetting {
  return {
    countForDelete: (owner, sessionId) =>
      database.read(async (db) => {
        if (sessionId !== null) await visibleSession(db, owner, sessionId)
        const sessions =
          sessionId === null ? await db.session.count({ where: { owner, deletedAt: null } }) : 1
        return { sessions, ...(await countForgetting(db, owner, scopeOf(sessionId))) }
      }),

    delete: (owner, sessionId, purge, along) =>
      database.write(async (tx) => {
        const { purgeId, now } = purge
        const counts = await countForgetting(tx, owner, scopeOf(sessionId))
        const quoting = await takeAlong(tx, owner, purge, along)
        const shown = { owner, deletedAt: null, ...(sessionId === null ? {} : { id: sessionId }) }
        await stopRuns(tx, shown)
        const hidden = await tx.session.updateMany({ where: shown, data: { deletedAt: now, purgeId } })
        if (sessionId !== null && hidden.count === 0) throw sessionNotFound()
        await stopRuns(tx, { purgeId })
        const endedOf = sessionId === null ? owner : null
        const payload: PurgePayload = { kind: 'delete', endedOf, apart: quoting.apart }
        return leavePurge(tx, owner, purge, payload, { sessions: hidden.count, ...quoting.with(counts) })
      }),

    countForClear: (owner, sessionId) =>
      database.read(async (db) => {
        await visibleSession(db, owner, sessionId)
        return { sessions: 0, ...(await countForgetting(db, owner, { sessionId })) }
      }),

    clear: (owner, sessionId, purge, along) =>
      database.write(async (tx) => {
        const quoting = await takeAlong(tx, owner, purge, along)
        await stopRuns(tx, { id: sessionId, owner })
        const session = await lockSession(tx, owner, sessionId)
        const { nextSeq, clearedBefore, title, titleBy } = session
        const counts = await countForgetting(tx, owner, { sessionId })
        await tx.session.update({
          where: { id: sessionId },
          data: {
            clearedBefore: nextSeq,
            messageCount: 0,
            tokenCount: 0,
            ...(titleBy === 'user' ? {} : titled(placeholderOf(session), 'none')),
          },
        })
        await stopRuns(tx, { id: sessionId, owner })
        const payload: PurgePayload = {
          kind: 'clear',
          sessionId,
          clearedBefore: nextSeq,
          previous: { clearedBefore, title, titleBy },
          apart: quoting.apart,
        }
        return leavePurge(tx, owner, purge, payload, { sessions: 0, ...quoting.with(counts) })
      }),

    undo: (owner, purgeId) =>
      database.write(async (tx) => {
        const job = await tx.job.findUnique({ where: { id: purgeId, owner, kind: PURGE_JOB } })
        if (job === null) throw undoExpired()
        const payload = purgePayload.parse(job.payload)
        if (payload.kind === 'scrub') throw undoExpired()
        const { count } = await tx.job.deleteMany({ where: { id: purgeId, owner, ...NOT_BEGUN } })
        if (count === 0) throw undoExpired()
        // What it asks for is due at once.
        const now = job.createdAt
        const left: Apart[] = []
        for (const each of payload.apart)
          if (!(await bringBack(tx, owner, each, { purgeId, now }))) left.push(each)
        if (payload.kind === 'exchange' && left.length === payload.apart.length) throw undoExpired()
        if (payload.kind === 'clear') await restoreMessages(tx, owner, payload)
        if (payload.kind === 'delete')
          await tx.session.updateMany({
            where: { owner, purgeId, id: { notIn: left.map(({ hiddenIn }) => hiddenIn) } },
            data: { deletedAt: null, purgeId: null },
          })
        // As one that was begun: what cannot come back any more goes at once.
        if (left.length > 0)
          await tx.job.create({
            data: {
              ...{ id: purgeId, owner, kind: PURGE_JOB, runAt: now, createdAt: now, attempts: 1 },
              payload: { kind: 'exchange', apart: left },
            },
          })
      }),
  }
}

const scopeOf = (sessionId: string | null) => (sessionId === null ? null : { sessionId })

/**
 * Before the rows of the sessions are taken, since the end of an answer takes its run's first, too: on Postgres each
 * would else wait for the other. And once more behind, for those that began meanwhile.
 */
async function stopRuns(tx: Writer, session: Prisma.SessionWhereInput): Promise<void> {
  await tx.run.updateMany({ where: { lock: { gte: '' }, session }, data: { stopRequested: true } })
}

/** The answers elsewhere that are to go with it. */
async function takeAlong(
  tx: Writer,
  owner: string,
  purge: PurgeTime,
  along: ForgetAlong | undefined,
): Promise<{ apart: Apart[]; with(counts: Counts): Counts }> {
  if (along === undefined || along.answerIds.length === 0)
    return { apart: [], with: (counts) => ({ ...counts, quotes: 0 }) }
  const { answerIds, titleOf } = along
  const gathered = await gatherLocked(tx, owner, { exchangeIds: [], answerIds })
  const more = { ...(await countMessages(tx, gathered)), quotes: new Set(answerIds).size }
  return {
    apart: await setAllApart(tx, gathered, { ...purge, titleOf }),
    with: (counts) => ({ ...sum(counts, more), quotes: more.quotes }),
  }
}

async function restoreMessages(
  tx: Writer,
  owner: string,
  { sessionId, clearedBefore, previous }: Extract<PurgePayload, { kind: 'clear' }>,
): Promise<void> {
  const session = await lockSession(tx, owner, sessionId)
  // A later clear covers these messages too: they cannot be shown without the ones in between.
  if (previous === null || session.clearedBefore !== clearedBefore) throw undoExpired()
  const { _count, _sum } = await tx.message.aggregate({
    where: { sessionId, kind: 'message', seq: { gte: previous.clearedBefore } },
    _count: true,
    _sum: { tokensO200k: true },
  })
  // Kept since, it has no name still, but no longer the one of what is temporary.
  const title = previous.titleBy === 'none' ? placeholderOf(session) : previous.title
  await tx.session.update({
    where: { id: sessionId },
    data: {
      clearedBefore: previous.clearedBefore,
      messageCount: _count,
      tokenCount: _sum.tokensO200k ?? 0,
      ...(session.titleBy === 'user' ? {} : titled(title, previous.titleBy)),
    },
  })
}

const undoExpired = () => new AppError('undo_expired', 'It is too late to take that back.')
