import type { Env } from '../env.ts'
import type { Embedder } from '../memory/recall-ports.ts'
import { createServerEmbedder, type EmbedderConfig } from '../models/embedder.ts'
import type { Clock } from '../ports/clock.ts'
import type { Gate } from '../recall/gate.ts'
import { createMinilmEmbedder, MINILM_GATE } from '../recall/minilm/minilm-embedder.ts'
import { modelGate } from '../recall/model-gate.ts'

/** What turns texts into vectors, and how near they have to be. */
export type Embedding = { embedder: Embedder; gate: Gate; close(): Promise<void> }

type Chosen = Pick<Env, 'EMBEDDING_MODEL' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OLLAMA_URL'>

/** The word for the model that is part of this installation. */
const LOCAL = 'local'

const OPENAI_URL = 'https://api.openai.com/v1'
const OPENAI_DEFAULT = 'text-embedding-3-small'

/** How long a server may take for one batch: on one's own machine it reads slowly. */
const WITHIN_MS = 60_000

/** Loads nothing before the first text. */
export function createEmbedding(env: Chosen, deps: { clock: Clock }): Embedding {
  const chosen = chosenModel(env)
  if (chosen === null) {
    const { close, ...embedder } = createMinilmEmbedder()
    return { embedder, gate: MINILM_GATE, close }
  }
  return {
    embedder: createServerEmbedder({ ...chosen, withinMs: WITHIN_MS }, deps),
    gate: modelGate(chosen.model),
    close: async () => undefined,
  }
}

/** null: the one of this installation. */
export function chosenModel(env: Chosen): Omit<EmbedderConfig, 'withinMs'> | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = env
  const asksOpenai = apiKey !== undefined && baseUrl === undefined
  const model = env.EMBEDDING_MODEL ?? (asksOpenai ? OPENAI_DEFAULT : LOCAL)
  if (model === LOCAL) return null
  if (asksOpenai) return { provider: 'openai', url: OPENAI_URL, apiKey, model }
  if (baseUrl !== undefined) return { provider: 'compatible', url: baseUrl, apiKey, model }
  return { provider: 'ollama', url: new URL('/v1', env.OLLAMA_URL).href, model }
}
