import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../../e2e/fake-upstream/start.ts'
import type { Repositories } from '../../db/repositories.ts'
import type { DatabaseUnderTest } from '../../db/testing/use-database.ts'
import type { PublishedEncoding } from '../../memory/index.ts'
import { createChatModels } from '../../models/chat-models.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Recall } from '../../ports/recall.ts'
import type { ChatRequest } from '../../schemas/chat.ts'
import { limitsOf } from '../../tokens/model-limits.ts'
import { createTokenCounter } from '../../tokens/token-counter.ts'
import { createForget } from '../forget.ts'
import { createForgetFinally } from '../forget-finally.ts'
import { createLifeline } from '../lifeline.ts'
import { createLivenessClock } from '../liveness-clock.ts'
import { createReaper } from '../reaper.ts'
import { createRunLog } from '../run-log.ts'
import { createRunRegistry } from '../run-registry.ts'
import { createRuns } from '../runs.ts'
import { createSessionLife } from '../session-life.ts'
import { createTurns } from '../turns.ts'

export const OWNER = 'owner'
export const DEAD_AFTER_MS = 60_000
export const BRIEF_MS = 3_600_000

/**
 * One process's part of the chat on a database, with real models over a fake upstream. Their tokens are counted
 * exactly, and with `encoding: null` estimated, as those of models whose names tell nothing.
 */
export type Chat = ReturnType<typeof createChat>

export function createChat(
  database: Repositories,
  upstream: FakeUpstream,
  {
    window,
    encoding = 'o200k_base',
    keptMs = null,
    remembers = false,
    recall = null,
  }: {
    window?: number
    encoding?: PublishedEncoding | null
    keptMs?: number | null
    remembers?: boolean
    recall?: Recall | null
  } = {},
) {
  const { turnStore: store, sessions, messages, summaries, settings, processes, remembered } = database
  const warnings: string[] = []
  const log: Logger = {
    info: () => undefined,
    warn: (message) => warnings.push(message),
    error: (message) => warnings.push(message),
  }
  const clock = { now: () => new Date() }
  const ids = { next: () => randomUUID() }
  const processId = ids.next()
  const tokens = createTokenCounter()
  const models = createChatModels(
    {
      openaiBaseUrl: `${upstream.url}/v1`,
      ollamaUrl: 'http://127.0.0.1:9',
      lmStudioUrl: 'http://127.0.0.1:9',
      discoverLocal: false,
      window,
      encoding: encoding ?? undefined,
      timeouts: { firstByteMs: 5_000, betweenChunksMs: 5_000, discoveryMs: 5_000 },
    },
    { limitsOf, clock, tokens },
  )
  const registry = createRunRegistry()
  const liveness = createLivenessClock({
    time: processes.time,
    monotonic: () => performance.now(),
    deadAfterMs: DEAD_AFTER_MS,
  })
  const reaper = createReaper({ store, processes, self: { processId, registry }, liveness, clock })
  const runs = createRuns({ registry, store, reaper, log, pollMs: 5, patienceMs: 10_000 })
  const runLog = createRunLog({ store, processId, flushMs: 5, log })
  const life = createSessionLife({
    ...database,
    clock,
    briefMs: BRIEF_MS,
    keptMs,
    threshold: 100,
    onAsk: () => undefined,
  })
  const turns = createTurns({
    ...{
      store,
      sessions,
      messages,
      summaries,
      remembered,
      settings,
      models,
      tokens,
      runs,
      registry,
      runLog,
      reaper,
      life,
      clock,
      ids,
      log,
    },
    processId,
    endRetriesMs: [5, 5],
    remembers,
    recall,
    lifeline: createLifeline(60_000),
    onBegin: () => undefined,
    onAsk: () => undefined,
  })
  const forget = {
    ...createForget({ ...database, runs, clock, ids, undoMs: 60_000, onForget: () => undefined }),
    ...createForgetFinally({ ...database, life, runs, clock, ids, onLeft: () => undefined }),
  }
  const self = { id: processId, host: 'test', pid: process.pid, startedAt: clock.now() }

  return {
    ...{ turns, runs, life, forget, processId, warnings, reaper, models, tokens },
    beat: (now = clock.now()) => processes.beat(self, now),
    async close() {
      await runs.shutdown(0)
      await runLog.close()
      await tokens.close()
    },
  }
}

/** A chat and an upstream for the tests of one `describe`, on a database that is empty before each. */
export function useChat(
  database: DatabaseUnderTest,
  options: Parameters<typeof createChat>[2] = {},
): {
  readonly chat: Chat
  readonly upstream: FakeUpstream
} {
  let upstream: FakeUpstream | undefined
  let chat: Chat | undefined
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('It is there once the tests run.')
    return value
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream()
  })
  beforeEach(async () => {
    there(upstream).reset()
    chat = createChat(database.now, there(upstream), options)
    await chat.beat()
  })
  afterEach(() => there(chat).close())
  afterAll(() => there(upstream).close())

  return {
    get chat() {
      return there(chat)
    },
    get upstream() {
      return there(upstream)
    },
  }
}

export const message = (
  text: string,
  sessionId: string | null = null,
): Extract<ChatRequest, { action: 'send' }> => ({
  action: 'send',
  sessionId,
  message: { clientId: randomUUID(), text },
  model: null,
  instructions: null,
})
