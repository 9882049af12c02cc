import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { answerContext } from './chat/answer-context.ts'
import { createForget } from './chat/forget.ts'
import { createHeartbeat } from './chat/heartbeat.ts'
import { createJobRunner } from './chat/job-runner.ts'
import { createLivenessClock } from './chat/liveness-clock.ts'
import { createNameSession, TITLE_TRIES } from './chat/name-session.ts'
import { openThread } from './chat/open-thread.ts'
import { planDraft } from './chat/plan-draft.ts'
import { createReaper } from './chat/reaper.ts'
import { createRunLog } from './chat/run-log.ts'
import { createRunRegistry } from './chat/run-registry.ts'
import { createRuns } from './chat/runs.ts'
import { createTurns } from './chat/turns.ts'
import { openDatabase } from './db/client.ts'
import { PURGE_JOB } from './db/purge-payload.ts'
import { createRepositories } from './db/repositories.ts'
import { type Env, readEnv } from './env.ts'
import { log } from './log.ts'
import { createChatModels } from './models/chat-models.ts'
import type { Clock } from './ports/clock.ts'
import type { Ids } from './ports/ids.ts'
import type { PlanRequest } from './schemas/context-map.ts'
import { TITLE_JOB } from './schemas/job.ts'
import type { ModelItem } from './schemas/model.ts'
import { limitsOf } from './tokens/model-limits.ts'
import { createTokenCounter } from './tokens/token-counter.ts'

/** There is one owner until accounts exist. */
const OWNER = 'local'

/** Waits between tries to store an answer's end while the database is away, in milliseconds. */
const END_RETRIES_MS = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** How long a local model server may take to say what it has. */
const DISCOVERY_MS = 1_500

/** How long a model may take to name a conversation, whatever it thinks of meanwhile. */
const TITLE_WITHIN_MS = 60_000

/** How long a scheduler's call for jobs may take: most are given up after half a minute. */
const JOBS_RUN_WITHIN_MS = 20_000

/** Of the jobs that are listed, those that failed and those that wait each. */
const JOBS_LISTED = 100

type Container = Awaited<ReturnType<typeof build>>

type Holder = { container: Promise<Container>; shutdown(): Promise<void> }

const KEY = Symbol.for('throughline.container')

/**
 * Everything the process shares, made once: the bundler gives pages, routes and instrumentation their own copies of
 * this module, so it lives on `globalThis`. A failed start is tried again by the next caller.
 */
export function getContainer(): Promise<Container> {
  const place = globalThis as { [KEY]?: Holder }
  if (!place[KEY]) {
    const container = build(readEnv())
    place[KEY] = { container, shutdown: async () => (await container).shutdown() }
    container.catch(() => delete place[KEY])
  }
  return place[KEY].container
}

/** `getContainer` ahead of the first request. A failure is told in the log: the request that comes tries again. */
export async function warmUp(): Promise<void> {
  try {
    await getContainer()
  } catch (error) {
    log.error('The server could not be made ready; the next request tries again.', { error })
  }
}

async function build(env: Env) {
  const clock: Clock = { now: () => new Date() }
  const ids: Ids = { next: () => randomUUID() }
  const processId = ids.next()
  const tokens = createTokenCounter()
  const database = await openDatabase(env.DATABASE_URL)
  const repositories = createRepositories(database, { tokens })
  const {
    sessions,
    messages,
    turnStore: store,
    processes,
    jobs,
    settings,
    contextMaps,
    purge,
    jobBoard,
    titles,
  } = repositories
  const models = createChatModels(
    {
      openaiApiKey: env.OPENAI_API_KEY,
      openaiBaseUrl: env.OPENAI_BASE_URL,
      ollamaUrl: env.OLLAMA_URL,
      lmStudioUrl: env.LMSTUDIO_URL,
      discoverLocal: env.DISCOVER_LOCAL_MODELS,
      defaultModel: env.DEFAULT_MODEL,
      window: env.MODEL_WINDOW,
      answerReserve: env.MODEL_ANSWER_RESERVE,
      timeouts: {
        firstByteMs: env.MODEL_FIRST_BYTE_MS,
        betweenChunksMs: env.MODEL_SILENCE_MS,
        discoveryMs: DISCOVERY_MS,
      },
    },
    { limitsOf, clock, tokens },
  )

  const registry = createRunRegistry()
  const liveness = createLivenessClock({
    time: processes.time,
    monotonic: () => performance.now(),
    deadAfterMs: env.DEAD_AFTER_MS,
  })
  const reaper = createReaper({ store, processes, self: { processId, registry }, liveness, clock })
  const patienceMs = END_RETRIES_MS.reduce((sum, ms) => sum + ms, 0)
  const runs = createRuns({ registry, store, reaper, log, pollMs: env.FLUSH_MS, patienceMs })
  const runLog = createRunLog({ store, processId, flushMs: env.FLUSH_MS, log })
  const turns = createTurns({
    store: {
      ...store,
      begin(turn) {
        naming.giveWay(turn.place.sessionId)
        return store.begin(turn)
      },
      // An answer's end may ask for jobs; nobody waits for them.
      async end(turn) {
        const ended = await store.end(turn)
        jobRunner.wake()
        return ended
      },
    },
    sessions,
    messages,
    settings,
    models,
    tokens,
    runs,
    registry,
    runLog,
    reaper,
    clock,
    ids,
    log,
    processId,
    endRetriesMs: END_RETRIES_MS,
  })
  const heartbeat = createHeartbeat({
    processes,
    reaper,
    self: { id: processId, host: hostname(), pid: process.pid, startedAt: clock.now() },
    liveness,
    log,
    beatMs: env.HEARTBEAT_MS,
    isRunning,
  })
  const naming = createNameSession({ titles, settings, models, withinMs: TITLE_WITHIN_MS })
  const jobRunner = createJobRunner({
    jobs,
    kinds: {
      [PURGE_JOB]: {
        run: (job) => purge.run(job.id, job.payload),
        tries: Number.POSITIVE_INFINITY,
        firstWaitMs: env.UNDO_MS,
      },
      [TITLE_JOB]: {
        run: naming.run,
        tries: TITLE_TRIES,
        firstWaitMs: 0,
      },
    },
    clock,
    log,
    processId,
    leaseMs: env.JOB_LEASE_MS,
    pollMs: env.JOB_POLL_MS,
  })

  try {
    await heartbeat.start()
  } catch (error) {
    // The next caller builds anew, and opens a database of its own.
    await database.close()
    throw error
  }
  jobRunner.start()
  // The tables load now, while nobody waits, rather than under the first message.
  void tokens.count('')

  return {
    owner: OWNER,
    dialect: database.dialect,
    sessions,
    messages,
    settings,
    models,
    turns,
    runs,
    streams: { maxMs: env.STREAM_MAX_MS },
    undoSeconds: Math.floor(env.UNDO_MS / 1_000),
    forget: createForget({ sessions, runs, clock, ids, undoMs: env.UNDO_MS }),
    openThread: (sessionId: string) => openThread({ sessions, messages, reaper }, OWNER, sessionId),
    startAfresh: (sessionId: string) =>
      messages.addDivider(OWNER, sessionId, { id: ids.next(), now: clock.now() }),
    listModels: async (): Promise<ModelItem[]> =>
      (await models.list()).map(({ id, name, provider, limits, note }) => ({
        id,
        name,
        provider,
        window: limits.window,
        note,
      })),
    planDraft: (request: PlanRequest) =>
      planDraft({ messages, sessions, settings, models, tokens }, OWNER, request),
    answerContext: (answerId: string) => answerContext(contextMaps, OWNER, answerId),

    cronSecret: env.CRON_SECRET,
    runDueJobs: () => jobRunner.runDue(JOBS_RUN_WITHIN_MS),
    listJobs: () => jobBoard.list(OWNER, { now: clock.now(), limit: JOBS_LISTED }),
    async tryJob(jobId: string) {
      await jobBoard.tryNow(OWNER, jobId, clock.now())
      jobRunner.wake()
    },
    async tryAllJobs() {
      const retried = await jobBoard.tryAllNow(OWNER, clock.now())
      jobRunner.wake()
      return retried
    },
    dismissJob: (jobId: string) => jobBoard.dismiss(OWNER, jobId),

    /** Running answers are kept as interrupted; whatever waits in `Job` is done by the next start. */
    async shutdown() {
      const until = performance.now() + env.SHUTDOWN_GRACE_MS
      await runs.shutdown(env.SHUTDOWN_GRACE_MS)
      await runLog.close()
      await jobRunner.stop(Math.max(0, until - performance.now()))
      await heartbeat.stop()
      await tokens.close()
      await database.close()
    },
  }
}

/** A process of another user counts as running: the signal is refused, not unknown. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
