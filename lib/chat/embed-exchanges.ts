import { AppError, type ErrorCode } from '../errors.ts'
import type { Embedder } from '../memory/index.ts'
import type { ExchangeQueue, UnembeddedExchange } from '../ports/exchange-queue.ts'
import type { Job } from '../ports/jobs.ts'
import { jobErrorOf } from './job-error.ts'

export type EmbedExchanges = {
  /**
   * The job that makes the vectors of texts that have none of the model in use: the newest first, and anew where another
   * model made them. What an exchange failed with is kept with it, and thrown when nothing else waits; a server that
   * is away is not asked for the next one.
   */
  run(job: Pick<Job, 'owner'>, signal: AbortSignal): Promise<void>
}

/** Of the texts of an exchange, in order, those that are to be found by meaning as well. */
export type ToEmbed = <T>(texts: readonly T[]) => readonly T[]

/** Texts of one call: about a second of the local model. */
const TEXTS = 16

/** Failures of what was sent: other texts may be taken all the same. */
const OF_THE_TEXT: readonly ErrorCode[] = ['model_refused', 'model_unreadable']

/** How many may fail one by one: then it is not they that are wrong. */
const REFUSED_MAX = 20

export function createEmbedExchanges(deps: {
  exchangeQueue: Pick<ExchangeQueue, 'withoutVectors' | 'storeVectors' | 'failed'>
  embedder: Embedder
  toEmbed: ToEmbed
}): EmbedExchanges {
  const { exchangeQueue: queue, embedder, toEmbed } = deps

  async function vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += TEXTS) {
      signal.throwIfAborted()
      vectors.push(...(await embedder.embed(texts.slice(start, start + TEXTS), { signal })))
    }
    return vectors
  }

  async function embed(
    owner: string,
    exchanges: readonly UnembeddedExchange[],
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = exchanges.map(({ id, indexedAt, texts }) => ({ id, indexedAt, texts: toEmbed(texts) }))
    const texts = wanted.flatMap((exchange) => exchange.texts)
    const vectors = await vectorsOf(
      texts.map(({ text }) => text),
      signal,
    )
    const byKey = new Map(texts.map(({ key }, index) => [key, vectors[index]]))
    const embedded = wanted.map(({ id, indexedAt, texts }) => ({
      ...{ id, indexedAt },
      vectors: texts.flatMap(({ key }) => {
        const vector = byKey.get(key)
        return vector ? [{ key, vector }] : []
      }),
    }))
    await queue.storeVectors(owner, embedder.model, embedded)
  }

  async function fail(
    owner: string,
    exchanges: readonly UnembeddedExchange[],
    error: unknown,
  ): Promise<void> {
    await queue.failed(
      owner,
      exchanges.map(({ id }) => id),
      jobErrorOf(error),
    )
  }

  return {
    async run({ owner }, signal) {
      const refused: string[] = []
      let failure: unknown = null

      /** One by one where one of them is refused, so that the others have theirs. */
      async function tryTo(exchanges: readonly UnembeddedExchange[]): Promise<void> {
        try {
          await embed(owner, exchanges, signal)
        } catch (error) {
          signal.throwIfAborted()
          const isOfText = error instanceof AppError && OF_THE_TEXT.includes(error.code)
          if (isOfText && exchanges.length > 1) {
            for (const each of exchanges) await tryTo([each])
            return
          }
          await fail(owner, exchanges, error)
          refused.push(...exchanges.map(({ id }) => id))
          if (!isOfText || refused.length >= REFUSED_MAX) throw error
          failure = error
        }
      }

      for (;;) {
        signal.throwIfAborted()
        const options = { model: embedder.model, limit: TEXTS, except: refused }
        const waiting = await queue.withoutVectors(owner, options)
        if (waiting.length === 0) break
        await tryTo(waiting)
      }
      if (failure !== null) throw failure
    },
  }
}
