import { leaseDue } from './leases.ts'
import { at, OWNER } from './turns.ts'
import type { DatabaseUnderTest } from './use-database.ts'

export const titleOf = (text: string) => text.slice(0, 40)

/** A purge that can be undone for half a minute. */
export const purge = (purgeId = 'p', seconds = 10) => ({
  purgeId,
  now: at(seconds),
  until: at(seconds + 30),
  titleOf,
})

/** Forgets exchanges, or answers alone, as a page does, and looks at what is left. */
export function useForgetting(db: DatabaseUnderTest) {
  const read = <T>(work: Parameters<typeof db.now.database.read<T>>[0]) => db.now.database.read(work)
  return {
    read,
    forget: (exchangeIds: string[], answerIds: string[] = [], plan = purge()) =>
      db.now.exchangeForgetting.forgetExchanges(OWNER, { exchangeIds, answerIds }, plan),
    undo: (purgeId = 'p') => db.now.sessions.undo(OWNER, purgeId),
    /** The messages of a session that can be seen. */
    shown: async (sessionId: string) =>
      (await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 100 })).messages.map(
        ({ id }) => id,
      ),
    /** Each purge twice, as one whose process died at its end is done again. */
    async purgeDue(seconds = 50) {
      for (const job of await leaseDue(db.now, { now: at(seconds) })) {
        await db.now.purge.run(job.id, job.payload)
        await db.now.purge.run(job.id, job.payload)
        await db.now.jobs.done(job)
      }
    },
    /** All rows, but for what tells a page to look again. */
    everything: () =>
      read(async (tx) => ({
        sessions: (await tx.session.findMany({ orderBy: { id: 'asc' } })).map(({ chosen: _, ...row }) => row),
        messages: await tx.message.findMany({ orderBy: { id: 'asc' } }),
        runs: await tx.run.findMany({ orderBy: { id: 'asc' } }),
        maps: await tx.contextMap.findMany({ orderBy: { messageId: 'asc' } }),
        summaries: await tx.summary.findMany({ orderBy: { id: 'asc' } }),
        exchanges: await tx.exchange.findMany({ orderBy: { id: 'asc' }, include: { chunks: true } }),
        replies: await tx.cachedReply.findMany({ orderBy: { key: 'asc' } }),
        receipts: await tx.receipt.findMany({ orderBy: { messageId: 'asc' } }),
      })),
  }
}
