import { Worker } from 'node:worker_threads'
import type { Embedder } from '../../memory/index.ts'
import { createWorkerThread } from '../../worker-thread.ts'
import type { Gate } from '../gate.ts'

/** Measured on conversations of 15 people: see docs/decisions/recall-ranking.md. */
export const MINILM_GATE: Gate = { alone: 0.45, withWords: 0.35, each: 0 }

// The bundler follows exactly this form.
const startEmbedWorker = () => new Worker(new URL('./embed-worker.ts', import.meta.url))

/**
 * all-MiniLM-L6-v2 in WebAssembly, in a thread of its own that starts with the first text: no key, no network, English.
 * What is longer than 256 tokens is cut there without a word: texts are to be given in chunks.
 */
export function createMinilmEmbedder(startWorker: () => Worker = startEmbedWorker) {
  const { ask, close } = createWorkerThread<string, Float32Array>(startWorker, 'embeds texts')
  const embedder: Embedder = {
    model: 'minilm-l6-v2',
    async embed(texts, { signal } = {}) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal?.throwIfAborted()
        // One by one, so that a question does not wait for all that is being indexed.
        vectors.push(await ask(text))
      }
      return vectors
    },
  }
  return { ...embedder, close }
}
