import { Worker } from 'node:worker_threads'
import { createWorkerThread } from '../../worker-thread.ts'

/** A chunk, and its cosine with what was looked for. */
export type Nearest = { key: number; score: number }

/** `text`: a query of keys and packed vectors of length one, all of as many numbers as `vector`. */
export type ScanQuery = {
  url: string
  text: string
  values: readonly unknown[]
  vector: Float32Array
  limit: number
}

// The bundler follows exactly this form.
const startScanWorker = () => new Worker(new URL('./scan-worker.ts', import.meta.url))

/** Compares a vector with all that Postgres gives, in a thread and on a connection of its own. */
export const createScanThread = (startWorker: () => Worker = startScanWorker) =>
  createWorkerThread<ScanQuery, Nearest[]>(startWorker, 'compares vectors')
