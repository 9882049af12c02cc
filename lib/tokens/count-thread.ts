import { Worker } from 'node:worker_threads'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'
import { createWorkerThread } from '../worker-thread.ts'

export type CountThread = TokenCounter & {
  /** Ends the thread. What it was counting, and what comes afterwards, fails as `shutting_down`. */
  close(): Promise<void>
}

// The bundler follows exactly this form.
const startCountWorker = () => new Worker(new URL('./count-worker.ts', import.meta.url))

/** Counts in a thread of its own. */
export function createCountThread(startWorker: () => Worker = startCountWorker): CountThread {
  const { ask, close } = createWorkerThread<string, TokenCounts>(startWorker, 'counts tokens')
  return { count: ask, close }
}
