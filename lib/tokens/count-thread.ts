import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'

export type CountRequest = { id: number; text: string }
export type CountReply = { id: number; counts: TokenCounts }

export type CountThread = TokenCounter & {
  /** Ends the thread. What it was counting, and what comes afterwards, fails as `shutting_down`. */
  close(): Promise<void>
}

type Waiting = { resolve(counts: TokenCounts): void; reject(reason: Error): void }
type Running = { worker: Worker; waiting: Map<number, Waiting> }

// The bundler follows exactly this form.
const startCountWorker = () => new Worker(new URL('./count-worker.ts', import.meta.url))

/**
 * Counts in a thread of its own. It starts with the first text, and anew with the next one after it died: the texts
 * that it held then fail with the cause. It keeps the process alive only while it counts.
 */
export function createCountThread(startWorker: () => Worker = startCountWorker): CountThread {
  let running: Running | undefined
  let lastId = 0
  let closed = false

  function start(): Running {
    const worker = startWorker()
    const waiting = new Map<number, Waiting>()
    const started = { worker, waiting }
    let cause: unknown
    worker.on('message', ({ id, counts }: CountReply) => {
      const request = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) worker.unref()
      request?.resolve(counts)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (running === started) running = undefined
      const reason = closed ? closing() : new Error('The thread that counts tokens ended.', { cause })
      for (const request of waiting.values()) request.reject(reason)
    })
    return started
  }

  return {
    async count(text) {
      if (closed) throw closing()
      running ??= start()
      const { worker, waiting } = running
      const id = ++lastId
      return new Promise<TokenCounts>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, text } satisfies CountRequest)
      })
    },
    async close() {
      closed = true
      await running?.worker.terminate()
    },
  }
}

function closing(): AppError {
  return new AppError('shutting_down', 'The server is shutting down.')
}
