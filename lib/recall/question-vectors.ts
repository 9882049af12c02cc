import type { Embedder } from '../memory/index.ts'

/** Of a question; where it has none, why. */
export type QuestionVector = { vector: Float32Array; failure: null } | { vector: null; failure: string }

type Deps = {
  embedder: Embedder
  /** How long a question may take to get its vector, in milliseconds. */
  withinMs: number
  timeout?(ms: number): AbortSignal
}

/** Of that time, what a question waits after another one waited in vain. */
const HURRIED = 0.1

const TOO_LATE = 'The embedding model took too long.'

/**
 * The vectors of questions, for which turns wait. After a model was late they do not wait long, until it has answered one
 * in time: it may hang, and every answer would begin that much later.
 */
export function createQuestionVectors({
  embedder,
  withinMs,
  timeout = (ms) => AbortSignal.timeout(ms),
}: Deps): (question: string, signal?: AbortSignal) => Promise<QuestionVector> {
  let isLate = false

  async function vectorOf(question: string, within: AbortSignal): Promise<Float32Array> {
    const [vector] = await orAborted(embedder.embed([question], { signal: within }), within)
    if (!vector) throw new Error('The embedding model gave no vector.')
    return vector
  }

  return async (question, signal) => {
    const limit = timeout(withinMs)
    const patience = isLate ? timeout(withinMs * HURRIED) : limit
    const within = signal ? AbortSignal.any([signal, limit]) : limit
    const made = vectorOf(question, within)
    made.then(
      () => {
        isLate = false
      },
      () => {
        isLate ||= limit.aborted
      },
    )
    try {
      return { vector: await orAborted(made, patience), failure: null }
    } catch (error) {
      const wasLate = error === limit.reason || error === patience.reason
      return { vector: null, failure: wasLate ? TOO_LATE : messageOf(error) }
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The thread of an embedder does not stop for a signal; who waits for it does. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const abort = () => reject(signal.reason)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    }),
  ])
}
