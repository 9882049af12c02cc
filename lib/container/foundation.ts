import { randomUUID } from 'node:crypto'
import { createLivenessClock, type LivenessClock } from '../chat/liveness-clock.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { createRepositories } from '../db/repositories.ts'
import type { Env } from '../env.ts'
import { log } from '../log.ts'
import { createChatModels } from '../models/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import { createRecall } from '../recall/recall.ts'
import { storedTexts } from '../recall/stored-texts.ts'
import { limitsOf } from '../tokens/model-limits.ts'
import { createTokenCounter } from '../tokens/token-counter.ts'
import { createEmbedding } from './embedding.ts'

/** How long a local model server may take to say what it has. */
const DISCOVERY_MS = 1_500

/** How long a question may take to be understood: then a turn is answered with what its words alone find. */
const RECALL_WITHIN_MS = 5_000

/** What everything else stands on: the database, the models, the tokens, and who this process is. */
export type Foundation = Awaited<ReturnType<typeof createFoundation>>

export async function createFoundation(env: Env) {
  const ids: Ids = { next: () => randomUUID() }
  const tokens = createTokenCounter()
  const database = await openDatabase(env.DATABASE_URL)
  const repositories = createRepositories(database, { tokens })
  const liveness = createLivenessClock({
    time: repositories.processes.time,
    monotonic: () => performance.now(),
    deadAfterMs: env.DEAD_AFTER_MS,
  })
  const clock = await sharedClock(liveness, database)
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
      encoding: env.MODEL_ENCODING,
      timeouts: {
        firstByteMs: env.MODEL_FIRST_BYTE_MS,
        betweenChunksMs: env.MODEL_SILENCE_MS,
        discoveryMs: DISCOVERY_MS,
      },
    },
    { limitsOf, clock, tokens },
  )
  const embedding = env.RECALL ? createEmbedding(env, { clock }) : null
  return {
    ...repositories,
    embedding,
    recall:
      embedding &&
      createRecall({
        ...embedding,
        index: repositories.recallIndex,
        textsOf: storedTexts,
        withinMs: RECALL_WITHIN_MS,
      }),
    database,
    models,
    tokens,
    liveness,
    clock,
    ids,
    log,
    processId: ids.next(),
  }
}

/**
 * The database's time for all that is stored: what one process puts off, such as a purge that can be undone until
 * then, another one may carry out. The next caller builds anew when the database cannot be asked.
 */
async function sharedClock(liveness: LivenessClock, database: Database): Promise<Clock> {
  try {
    await liveness.sync()
    return { now: liveness.now }
  } catch (error) {
    await database.close()
    throw error
  }
}
