import type { FinalDeletion, FinalScope } from '../ports/final-deletion.ts'
import type { Database, Writer } from './client.ts'
import { deleteAllSessions } from './delete-sessions.ts'
import { enqueueScrub } from './enqueue-scrub.ts'
import { type Counts, countForgetting, sum } from './forget-counts.ts'
import { forgetTraces } from './forget-traces.ts'
import { gatherLocked, setAllApart } from './gather-apart.ts'
import type { Prisma } from './generated/sqlite/client.ts'
import { countMessages } from './message-counts.ts'
import { PURGE_JOB } from './purge-payload.ts'
import { quotesOf } from './quotes.ts'
import type { ApartPlan } from './set-apart.ts'
import { sessionNotFound } from './visible.ts'

/** Whoever writes them can store nothing more of them, and stops at the next look. Says of which sessions they are. */
async function takeRuns(tx: Writer, session: Prisma.SessionWhereInput): Promise<string[]> {
  const runs = await tx.run.updateManyAndReturn({
    where: { lock: { gte: '' }, session },
    data: { lock: null, stopRequested: true },
    select: { sessionId: true },
  })
  return runs.map(({ sessionId }) => sessionId)
}

/** All that quoted it, for good. Says what else went with these. */
async function takeQuotes(tx: Writer, owner: string, scope: FinalScope, plan: ApartPlan): Promise<Counts> {
  const { quotes } = await quotesOf(tx, owner, scope, { limit: Number.MAX_SAFE_INTEGER })
  const answerIds = quotes.map(({ answerId }) => answerId)
  const gathered = await gatherLocked(tx, owner, { exchangeIds: [], answerIds })
  const counts = { ...(await countMessages(tx, gathered)), quotes: 0 }
  await forgetTraces(tx, await setAllApart(tx, gathered, plan))
  return counts
}

export function createFinalDeletion(database: Database): FinalDeletion {
  return {
    begin: (owner, scope, { purgeId, now, takeOverAt, quotes }) =>
      database.write(async (tx) => {
        const which = 'sessionId' in scope ? { id: scope.sessionId } : { source: scope.source }
        const counts = await countForgetting(tx, owner, scope)
        const quoting = quotes && (await takeQuotes(tx, owner, scope, { ...quotes, purgeId, now }))
        // Before the sessions, since the end of an answer takes their rows in this order too; and once more for those
        // that began before the sessions were hidden.
        const running = await takeRuns(tx, { owner, ...which })
        const hide = { deletedAt: now, purgeId }
        const shown = await tx.session.updateMany({ where: { owner, ...which, deletedAt: null }, data: hide })
        if ('sessionId' in scope) {
          if (shown.count === 0) throw sessionNotFound()
        } else {
          // Taken from the purges that they waited for, so that no undo brings them back.
          const hidden = { deletedAt: { not: null }, OR: [{ purgeId: null }, { purgeId: { not: purgeId } }] }
          await tx.session.updateMany({ where: { owner, ...which, ...hidden }, data: { purgeId } })
        }
        const begun = await takeRuns(tx, { purgeId })
        // As one that was begun: it cannot be undone.
        const job = { id: purgeId, owner, kind: PURGE_JOB, payload: { kind: 'delete' }, attempts: 1 }
        await tx.job.create({ data: { ...job, runAt: takeOverAt, createdAt: now } })
        return {
          counts: { sessions: shown.count, ...(quoting ? sum(counts, quoting) : counts) },
          answering: [...running, ...begun],
        }
      }),

    async finish(owner, purgeId, now) {
      await deleteAllSessions(database, { purgeId })
      await database.write(async (tx) => {
        await tx.job.deleteMany({ where: { id: purgeId } })
        await enqueueScrub(tx, { owner, now, urgent: true })
      })
    },
  }
}
