import { AppError } from '../errors.ts'

/** Runs a piece of work that writes; the work may be run again when another process was in its way. */
export type WriterQueue = <T>(work: () => Promise<T>) => Promise<T>

type Deps = {
  /** Whether a failure is one that another try, and nothing else, may mend. */
  isPassing(error: unknown): boolean
  delay(ms: number): Promise<void>
  /** Milliseconds of any steady clock. */
  now(): number
  /** How long a write may wait in all, in milliseconds; then it fails as `database_busy`. */
  deadlineMs: number
}

const FIRST_WAIT_MS = 5
const LAST_WAIT_MS = 100

/**
 * One write at a time, as SQLite would have it, but waiting without holding up the event loop: the driver gives up
 * at once on a lock that another process holds, and the queue tries again.
 */
export function createWriterQueue(deps: Deps): WriterQueue {
  const retry = createRetry(deps)
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const since = deps.now()
    const result = last.then(() => retry(work, since))
    last = result.catch(() => undefined)
    return result
  }
}

/** For a database that orders writers itself: no queue, and another try where it gave way to another transaction. */
export function createRetryingWriter(deps: Deps): WriterQueue {
  const retry = createRetry(deps)
  return (work) => retry(work, deps.now())
}

function createRetry({ isPassing, delay, now, deadlineMs }: Deps) {
  return async <T>(work: () => Promise<T>, since: number): Promise<T> => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      try {
        return await work()
      } catch (error) {
        if (!isPassing(error)) throw error
        if (now() - since + wait > deadlineMs)
          throw new AppError('database_busy', 'The database is busy. Try again in a moment.', {
            cause: error,
          })
        await delay(wait)
      }
    }
  }
}
