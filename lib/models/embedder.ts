import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  type EmbeddingModel,
  embedMany,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from 'ai'
import { AppError } from '../errors.ts'
import type { Embedder } from '../memory/recall-ports.ts'
import type { Clock } from '../ports/clock.ts'
import { fetchBounded } from './fetch-bounded.ts'
import { modelError, type Server } from './model-error.ts'
import { bare, hostOf } from './server-address.ts'
import { vectorsInOrder } from './vectors-in-order.ts'

export type EmbedderConfig = {
  /** As the server names it. */
  model: string
  /** OpenAI's own address or one of a server that speaks the same. */
  url: string
  apiKey?: string | undefined
  provider: 'openai' | 'compatible' | 'ollama'
  /** How long one call may take, in milliseconds. */
  withinMs: number
}

/** Of one answer, in bytes: of sixteen texts as many as 16,000 numbers each. */
const ANSWER_MAX = 8_000_000

/**
 * An embedding model behind a server. A call that fails is not made again here: whoever waits for an answer goes on
 * without, and a job has its own tries. Throws an `AppError` whose code says what the server did, as chat models do.
 */
export function createServerEmbedder(config: EmbedderConfig, { clock }: { clock: Clock }): Embedder {
  const server = serverOf(config)
  const model = modelOf(config, server)

  async function embedAll(texts: readonly string[], signal: AbortSignal): Promise<readonly number[][]> {
    const { embeddings, responses = [] } = await embedMany({
      model: await model(),
      values: [...texts],
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: signal,
    })
    const inOrder = vectorsInOrder(
      embeddings,
      responses.map((response) => response?.body),
    )
    if (inOrder === null) throw notOneForEach(server)
    return inOrder
  }

  return {
    model: `${config.provider}/${config.model}`,
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const tooLate = AbortSignal.timeout(config.withinMs)
      const ended = signal ? AbortSignal.any([signal, tooLate]) : tooLate
      try {
        return vectorsOf(await embedAll(texts, ended), server)
      } catch (error) {
        signal?.throwIfAborted()
        if (tooLate.aborted) throw tookTooLong(server, error)
        // The SDK has counted them.
        throw InvalidResponseDataError.isInstance(error)
          ? notOneForEach(server, error)
          : modelError(causeOf(error), server, clock.now())
      }
    },
  }
}

/** The package is loaded with the first text: a chat without recall needs none of it. */
function modelOf(
  { model, url, apiKey, provider }: EmbedderConfig,
  server: Server,
): () => Promise<EmbeddingModel> {
  const fetch = fetchBounded(ANSWER_MAX, () => tooLong(server))
  const baseURL = bare(url)
  if (provider !== 'openai') {
    const compatible = createOpenAICompatible({ name: 'compatible', baseURL, apiKey, fetch })
    return async () => compatible.embeddingModel(model)
  }
  return async () => {
    // Imported late: as it loads, the package reads OPENAI_BASE_URL and throws where that is set to nothing.
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL, apiKey, fetch }).embeddingModel(model)
  }
}

const serverOf = ({ provider, url, apiKey }: EmbedderConfig): Server => ({
  label: provider === 'openai' ? 'OpenAI' : `The model server at ${hostOf(url)}`,
  secrets: apiKey ? [apiKey] : [],
  advice: {
    unauthorized: 'Check OPENAI_API_KEY and EMBEDDING_MODEL, then start again.',
    unreachable: 'Check the address that EMBEDDING_MODEL is asked for at.',
  },
  // It keeps nothing of a conversation: what could not be embedded waits in the database.
  keepsNothing: true,
})

/** What was read of an answer, and how far, tells more than that it could not be read. */
function causeOf(error: unknown): unknown {
  if (!APICallError.isInstance(error)) return error
  const { cause } = error
  const tellsMore =
    JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause) || cause instanceof AppError
  return tellsMore ? cause : error
}

/** All of one length: vectors of another one are compared with none. */
function vectorsOf(embeddings: readonly number[][], server: Server): Float32Array[] {
  const dimensions = embeddings[0]?.length ?? 0
  if (dimensions === 0 || embeddings.some(({ length }) => length !== dimensions)) throw notOneForEach(server)
  const vectors = embeddings.map((each) => Float32Array.from(each))
  if (!vectors.every(hasDirection)) throw notComparable(server)
  return vectors
}

/** As it is stored: a number may be too large for 32 bits, or too small to be told from nothing. */
const hasDirection = (vector: Float32Array) =>
  vector.every(Number.isFinite) && vector.some((number) => number !== 0)

const notOneForEach = ({ label }: Server, cause?: unknown) =>
  new AppError('model_unreadable', `${label} did not give each text a vector of the same length.`, { cause })

const tooLong = ({ label }: Server) =>
  new AppError('model_unreadable', `${label} gave more than vectors of these texts can be.`)

const notComparable = ({ label }: Server) =>
  new AppError('model_unreadable', `${label} gave vectors that cannot be compared with any other.`)

const tookTooLong = ({ label }: Server, cause: unknown) =>
  new AppError('model_timeout', `${label} took too long to turn texts into vectors.`, { cause })
