import type { Clock } from '../ports/clock.ts'
import type { Replies } from '../ports/replies.ts'
import type { Cutoffs, Lifespan, SessionLifeStore } from '../ports/session-life.ts'
import type { SessionKind } from '../schemas/session.ts'

/** The ends of sessions: exact at every door that settles first, whether or not a timer runs. */
export type SessionLife = {
  /** Ends what is due, of all owners; afterwards it is unknown. */
  settle(): Promise<void>
  /** Whether a session is due by what was read of it, so that a turn settles only then. */
  isDue(session: Lifespan): boolean
  /** To be called before a session is made: from then on its end will be seen to. Costs something once a process. */
  prepare(kind: Pick<SessionKind, 'brief' | 'source'>): Promise<void>
  /** The job: settles, purges what ended, and asks for itself again. */
  run(signal: AbortSignal): Promise<void>
  /** How far ahead the job is asked for at most, in milliseconds. */
  readonly longestWaitMs: number
}

/** Sessions that are purged together, in transactions that let others in between. */
const BATCH = 50

/** Between two looks of the job, however many sessions end. */
const LEAST_WAIT_MS = 1_000

/**
 * What ended has gone from the tables at once, and from the database's file within an hour: that file is written anew
 * for it, which should not happen after each of many.
 */
const SCRUB_WITHIN_MS = 3_600_000

export function createSessionLife(deps: {
  sessionLifeStore: SessionLifeStore
  replies: Pick<Replies, 'dropExpired'>
  clock: Clock
  /** From its last activity to the end of a brief session, in milliseconds. */
  briefMs: number
  /** The same of any other; null: it is kept. */
  keptMs: number | null
  /** Ended sessions that were not temporary are deleted while more than so many sessions exist. */
  threshold: number
  /** The job was asked for, which has not been known of so far. */
  onAsk(): void
}): SessionLife {
  const { sessionLifeStore: store, clock, briefMs, keptMs, threshold } = deps
  const longestWaitMs = Math.min(briefMs, keptMs ?? briefMs)
  let prepared: Promise<void> | null = null

  const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

  function cutoffs(now: Date): Cutoffs {
    return { brief: later(now, -briefMs), kept: keptMs === null ? null : later(now, -keptMs) }
  }

  const settle = () => {
    const now = clock.now()
    return store.end(cutoffs(now), now)
  }

  /** A session that begins from now on ends no earlier than the longest wait: so none is missed. */
  async function nextLook(now: Date): Promise<Date> {
    const [brief, kept] = await Promise.all([
      store.nextToEnd({ brief: true }),
      keptMs === null ? null : store.nextToEnd({ brief: false }),
    ])
    const ends = [later(now, longestWaitMs)]
    if (brief) ends.push(later(brief, briefMs))
    if (kept && keptMs !== null) ends.push(later(kept, keptMs))
    const first = Math.min(...ends.map((end) => end.getTime()))
    return new Date(Math.max(first, now.getTime() + LEAST_WAIT_MS))
  }

  async function purge(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = clock.now()
      const scrubAt = later(now, SCRUB_WITHIN_MS)
      if ((await store.purge({ limit: BATCH, threshold, now, scrubAt })) === 0) return
    }
  }

  return {
    settle,
    longestWaitMs,

    isDue({ brief, pinned, lastActiveAt }) {
      const { brief: briefCutoff, kept } = cutoffs(clock.now())
      const cutoff = brief ? briefCutoff : kept
      return !pinned && cutoff !== null && lastActiveAt <= cutoff
    },

    async prepare({ brief, source }) {
      // A program's session may leave answers that are given again for a time, also where it does not end.
      if (!brief && source === 'page' && keptMs === null) return
      const now = clock.now()
      prepared ??= store.ask(later(now, longestWaitMs), now).then(deps.onAsk)
      try {
        await prepared
      } catch (error) {
        prepared = null
        throw error
      }
    },

    async run(signal) {
      await settle()
      await purge(signal)
      const now = clock.now()
      await deps.replies.dropExpired(now)
      await store.askAgain(await nextLook(now))
    },
  }
}
