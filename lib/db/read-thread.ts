import { Worker } from 'node:worker_threads'
import { createWorkerThread } from '../worker-thread.ts'

export type AsideQuery = { file: string; sql: string; values: readonly unknown[] }
/** As the driver gives it: numbers, texts, and bytes as an `ArrayBuffer`. */
export type AsideRow = Record<string, unknown>

// The bundler follows exactly this form.
const startReadWorker = () => new Worker(new URL('./read-worker.ts', import.meta.url))

/**
 * Reads from an SQLite file by a connection of its own, in a thread of its own: SQLite answers synchronously, and a
 * search through a hundred thousand rows takes half a second.
 */
export const createReadThread = (startWorker: () => Worker = startReadWorker) =>
  createWorkerThread<AsideQuery, AsideRow[]>(startWorker, 'searches the database')
