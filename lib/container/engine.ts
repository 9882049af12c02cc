import { createBackgroundCalls } from '../chat/background-calls.ts'
import { createEmbedExchanges } from '../chat/embed-exchanges.ts'
import { createFoldSummary } from '../chat/fold-summary.ts'
import { createHeartbeat } from '../chat/heartbeat.ts'
import { createIndexExchanges } from '../chat/index-exchanges.ts'
import { createJobRunner } from '../chat/job-runner.ts'
import { createLifeline } from '../chat/lifeline.ts'
import { limitTurns } from '../chat/limit-turns.ts'
import { createNameSession } from '../chat/name-session.ts'
import { createOpenCalls } from '../chat/open-calls.ts'
import { createRateLimits } from '../chat/rate-limits.ts'
import { createReaper } from '../chat/reaper.ts'
import { createReplyCache } from '../chat/reply-cache.ts'
import { createRunLog } from '../chat/run-log.ts'
import { createRunRegistry } from '../chat/run-registry.ts'
import { createRuns } from '../chat/runs.ts'
import { createSessionLife } from '../chat/session-life.ts'
import { createTurns } from '../chat/turns.ts'
import type { Env } from '../env.ts'
import { toEmbed } from '../recall/chunks.ts'
import { indexedTexts } from '../recall/indexed-texts.ts'
import type { Foundation } from './foundation.ts'
import { isRunning } from './is-running.ts'
import { jobKinds } from './job-kinds.ts'
import { machine } from './machine.ts'

/** Waits between tries to store an answer's end while the database is away, in milliseconds. */
const END_RETRIES_MS = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** How long a model may take to name a conversation, whatever it thinks of meanwhile. */
const TITLE_WITHIN_MS = 60_000

/** How long a model may take for a part of a summary: on one's own machine it reads slowly. */
const SUMMARY_WITHIN_MS = 300_000

export type Engine = ReturnType<typeof createEngine>

/** What runs in a process: its turns, its jobs, and the sign that it lives. */
export function createEngine(foundation: Foundation, env: Env) {
  const { turnStore: store, processes, clock, liveness, log, processId } = foundation
  const registry = createRunRegistry()
  const reaper = createReaper({ store, processes, self: { processId, registry }, liveness, clock })
  const patienceMs = END_RETRIES_MS.reduce((sum, ms) => sum + ms, 0)
  const runs = createRuns({ registry, store, reaper, log, pollMs: env.FLUSH_MS, patienceMs })
  const runLog = createRunLog({ store, processId, flushMs: env.FLUSH_MS, log })
  const calls = createBackgroundCalls()
  const openCalls = createOpenCalls()
  const naming = createNameSession({ ...foundation, calls, withinMs: TITLE_WITHIN_MS })
  const folding = createFoldSummary({ ...foundation, calls, withinMs: SUMMARY_WITHIN_MS })
  const indexing = foundation.embedding && {
    index: createIndexExchanges({ ...foundation, textsOf: indexedTexts }),
    embed: createEmbedExchanges({ ...foundation, embedder: foundation.embedding.embedder, toEmbed }),
  }
  const life = createSessionLife({
    ...foundation,
    briefMs: 1_000 * env.HISTORY_TIMEOUT_SECONDS,
    keptMs: env.KEPT_SESSION_TIMEOUT_SECONDS === undefined ? null : 1_000 * env.KEPT_SESSION_TIMEOUT_SECONDS,
    threshold: env.SESSION_CLEANUP_THRESHOLD,
    onAsk: () => jobRunner.wake(),
  })
  const jobRunner = createJobRunner({
    ...foundation,
    kinds: jobKinds({ ...foundation, naming, folding, life, indexing }, env),
    leaseMs: env.JOB_LEASE_MS,
    pollMs: env.JOB_POLL_MS,
  })
  // A beat less than what others wait: what they compare it with is their own reading of the database's clock.
  const lifeline = createLifeline(env.DEAD_AFTER_MS - env.HEARTBEAT_MS)
  const limits = createRateLimits({
    ...foundation,
    turnsPerMinute: env.RATE_TURNS_PER_MINUTE,
    tokensPerDay: env.RATE_TOKENS_PER_DAY,
  })
  const unlimited = createTurns({
    ...foundation,
    store,
    runs,
    registry,
    runLog,
    reaper,
    life,
    endRetriesMs: END_RETRIES_MS,
    remembers: indexing !== null,
    lifeline,
    onBegin: calls.giveWay,
    onAsk: jobRunner.wake,
  })
  const replyCache = createReplyCache({ ...foundation, life, keptMs: env.REPLY_CACHE_SECONDS * 1_000 })
  const heartbeat = createHeartbeat({
    processes,
    reaper,
    self: { id: processId, host: machine(), pid: process.pid, startedAt: clock.now() },
    liveness,
    lifeline,
    log,
    beatMs: env.HEARTBEAT_MS,
    isRunning,
  })

  return {
    reaper,
    runs,
    life,
    replyCache,
    turns: limitTurns(unlimited, { ...foundation, limits }),
    limits,
    jobRunner,
    calls,
    openCalls,

    async start() {
      await heartbeat.start()
      // What was said while nothing was indexed, or with another model.
      const { embedding, exchangeQueue } = foundation
      if (embedding) await exchangeQueue.askForAll(embedding.embedder.model, clock.now())
      jobRunner.start()
    },

    /** Running answers get the grace and are then kept as interrupted; jobs get what is left of it. */
    async stop() {
      const until = performance.now() + env.SHUTDOWN_GRACE_MS
      await Promise.all([runs.shutdown(env.SHUTDOWN_GRACE_MS), openCalls.shutdown(env.SHUTDOWN_GRACE_MS)])
      await runLog.close()
      await replyCache.settled()
      await jobRunner.stop(Math.max(0, until - performance.now()))
      await heartbeat.stop()
    },
  }
}
