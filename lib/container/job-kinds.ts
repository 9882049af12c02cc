import type { JobKind } from '../chat/carry-out-job.ts'
import type { EmbedExchanges } from '../chat/embed-exchanges.ts'
import { type FoldSummary, SUMMARY_TRIES } from '../chat/fold-summary.ts'
import type { IndexExchanges } from '../chat/index-exchanges.ts'
import { type NameSession, TITLE_TRIES } from '../chat/name-session.ts'
import { restBetween } from '../chat/rest-between.ts'
import type { SessionLife } from '../chat/session-life.ts'
import { isScrub, PURGE_JOB } from '../db/purge-payload.ts'
import type { Env } from '../env.ts'
import type { Purge } from '../ports/purge.ts'
import { EMBED_JOB, END_SESSIONS_JOB, INDEX_JOB, SUMMARY_JOB, TITLE_JOB } from '../schemas/job.ts'

const DAY_MS = 86_400_000

/** Everything that is done after an answer or behind the reader's back. */
export const jobKinds = (
  {
    purge,
    naming,
    folding,
    life,
    indexing,
  }: {
    purge: Purge
    naming: NameSession
    folding: FoldSummary
    life: SessionLife
    /** null: nothing is indexed, and what was asked for waits until it is again. */
    indexing: { index: IndexExchanges; embed: EmbedExchanges } | null
  },
  env: Pick<Env, 'UNDO_MS'>,
): Record<string, JobKind> => ({
  [PURGE_JOB]: {
    // What was named is gone before. On SQLite what it left takes as long as the file is large, and writes wait.
    run: restBetween((job) => purge.run(job.id, job.payload), {
      canWait: ({ payload }) => isScrub(payload),
      monotonic: () => performance.now(),
    }),
    tries: Number.POSITIVE_INFINITY,
    // A time further ahead than this was written before the clock went back. A purge that comes late for that
    // hides as much as before; one that came early would take the undo away.
    firstWaitMs: env.UNDO_MS + DAY_MS,
  },
  [TITLE_JOB]: { run: naming.run, tries: TITLE_TRIES, firstWaitMs: 0 },
  [SUMMARY_JOB]: { run: folding.run, tries: SUMMARY_TRIES, firstWaitMs: 0 },
  [END_SESSIONS_JOB]: {
    run: (_job, signal) => life.run(signal),
    tries: Number.POSITIVE_INFINITY,
    firstWaitMs: life.longestWaitMs,
  },
  ...(indexing && {
    // A model that comes back finds what waits for it, however long it was away.
    [INDEX_JOB]: { run: indexing.index.run, tries: Number.POSITIVE_INFINITY, firstWaitMs: 0 },
    [EMBED_JOB]: { run: indexing.embed.run, tries: Number.POSITIVE_INFINITY, firstWaitMs: 0 },
  }),
})
