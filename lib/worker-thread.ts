import { parentPort, type Worker } from 'node:worker_threads'
import { AppError } from './errors.ts'

type Question<Request> = { id: number; request: Request }
type Reply<Value> = { id: number; value: Value } | { id: number; failure: string }

export type WorkerThread<Request, Value> = {
  /** Fails with the message of what the work threw, or with what the thread died of as the cause. */
  ask(request: Request): Promise<Value>
  /** Ends the thread. What it was at, and what comes afterwards, fails as `shutting_down`. */
  close(): Promise<void>
}

type Waiting<Value> = { resolve(value: Value): void; reject(reason: Error): void }
type Running<Value> = { worker: Worker; waiting: Map<number, Waiting<Value>> }

/**
 * Work that would hold the event loop, in a thread of its own. It starts with the first request, and anew with the next
 * one after it died. It keeps the process alive only while it is at work. `work`: what it does, as in "The thread that
 * counts tokens".
 */
export function createWorkerThread<Request, Value>(
  startWorker: () => Worker,
  work: string,
): WorkerThread<Request, Value> {
  let running: Running<Value> | undefined
  let lastId = 0
  let closed = false

  function start(): Running<Value> {
    const worker = startWorker()
    const waiting = new Map<number, Waiting<Value>>()
    const started = { worker, waiting }
    let cause: unknown
    worker.on('message', (reply: Reply<Value>) => {
      const request = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (waiting.size === 0) worker.unref()
      if ('failure' in reply) request?.reject(new Error(reply.failure))
      else request?.resolve(reply.value)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (running === started) running = undefined
      const reason = closed ? closing() : new Error(`The thread that ${work} ended.`, { cause })
      for (const request of waiting.values()) request.reject(reason)
    })
    return started
  }

  return {
    async ask(request) {
      if (closed) throw closing()
      running ??= start()
      const { worker, waiting } = running
      const id = ++lastId
      return new Promise<Value>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, request } satisfies Question<Request>)
      })
    },
    async close() {
      closed = true
      await running?.worker.terminate()
    },
  }
}

/** The other side: to be called in the thread, which then answers one request after the other. */
export function answerRequests<Request, Value>(work: (request: Request) => Value | Promise<Value>): void {
  let last: Promise<void> = Promise.resolve()
  parentPort?.on('message', ({ id, request }: Question<Request>) => {
    last = last.then(async () => {
      parentPort?.postMessage(await replyTo(id, () => work(request)))
    })
  })
}

async function replyTo<Value>(id: number, work: () => Value | Promise<Value>): Promise<Reply<Value>> {
  try {
    return { id, value: await work() }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

function closing(): AppError {
  return new AppError('shutting_down', 'The server is shutting down.')
}
