import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { answerContext } from './chat/answer-context.ts'
import { createForget } from './chat/forget.ts'
import { createHeartbeat } from './chat/heartbeat.ts'
import { createJobRunner } from './chat/job-runner.ts'
import { createLivenessClock } from './chat/liveness-clock.ts'
import { openThread } from './chat/open-thread.ts'
import { planDraft } from './chat/plan-draft.ts'
import { createReaper } from './chat/reaper.ts'
import { createRunLog } from './chat/run-log.ts'
import { createRunRegistry } from './chat/run-registry.ts'
import { createRuns } from './chat/runs.ts'
import { createTurns } from './chat/turns.ts'
import { openDatabase } from './db/client.ts'
import { createRepositories } from './db/repositories.ts'
import { type Env, readEnv } from './env.ts'
import { log } from './log.ts'
import { createChatModels } from './models/chat-models.ts'
import type { Clock } from './ports/clock.ts'
import type { Ids } from './ports/ids.ts'
import type { PlanRequest } from './schemas/context-map.ts'
import type { ModelItem } from './schemas/model.ts'
import { limitsOf } from './tokens/model-limits.ts'
import { createTokenCounter } from './tokens/token-counter.ts'

/** There is one owner until accounts exist. */
const OWNER = 'local'

/** Waits between tries to store an answer's end while the database is away, in milliseconds. */
const END_RETRIES_MS = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** How long a local model server may take to say what it has. */
const DISCOVERY_MS = 1_500

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
  const { sessions, messages, turnStore: store, processes, jobs, settings, contextMaps, purge } = repositories
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
    store,
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
  const jobRunner = createJobRunner({
    jobs,
    handlers: { purge: (job) => purge.run(job.id, job.payload) },
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
    runDueJobs: () => jobRunner.runDue(),

    /** Running answers are kept as interrupted; whatever waits in `Job` is done by the next start. */
    async shutdown() {
      await runs.shutdown(env.SHUTDOWN_GRACE_MS)
      await runLog.close()
      await jobRunner.stop()
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
