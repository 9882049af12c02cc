import { AppError } from '../errors.ts'
import { log } from '../log.ts'

/** A comment is sent after so long a silence, so that no proxy takes the connection for dead. */
const KEEP_ALIVE_MS = 15_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform: a proxy that compresses would hold events back.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export type EventStreamLimits = { maxMs: number; keepAliveMs?: number }

/** `reconnect`: what a reader is told after `maxMs`, as it stands on the wire. Without them a stream takes its time. */
type Options = { keepAliveMs?: number | undefined } & (
  | { reconnect: string; maxMs: number }
  | { reconnect?: never; maxMs?: never }
)

/**
 * Server-sent events. `follow` gives them as they stand on the wire, and tells a failure as one of them: it throws only
 * before the first. The next one is asked for only when the reader has room. A reader that leaves ends nothing but its
 * own stream, and `follow` learns of it by its signal. After `maxMs` the stream ends with the event `reconnect`, before
 * a proxy ends it with nothing. Rejects as `follow` does.
 */
export async function eventStream(
  follow: (left: AbortSignal) => Promise<AsyncGenerator<string, void, undefined>>,
  { reconnect, maxMs, keepAliveMs = KEEP_ALIVE_MS }: Options = {},
): Promise<Response> {
  const left = new AbortController()
  const events = await follow(left.signal)
  const encoder = new TextEncoder()
  const timers: NodeJS.Timeout[] = []
  let open = true
  let spoke = false

  const close = () => {
    open = false
    for (const timer of timers) clearTimeout(timer)
  }
  const leave = () => {
    left.abort()
    // For one that waits for nothing.
    void events.return()
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stayAlive = () => {
        if (!spoke && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': waiting\n\n'))
        spoke = false
      }
      const endInGoodOrder = (last: string) => {
        close()
        controller.enqueue(encoder.encode(last))
        controller.close()
        leave()
      }
      // One who has all that was written so far is answered too: without a first byte no header is sent.
      setImmediate(stayAlive)
      timers.push(setInterval(stayAlive, keepAliveMs))
      if (maxMs !== undefined) timers.push(setTimeout(endInGoodOrder, maxMs, reconnect))
      for (const timer of timers) timer.unref()
    },
    async pull(controller) {
      const next = await events.next()
      if (!open) return
      spoke = true
      if (next.done) {
        close()
        controller.close()
      } else controller.enqueue(encoder.encode(next.value))
    },
    cancel() {
      close()
      leave()
    },
  })
  return new Response(body, { headers: HEADERS })
}

/** What the reader of a stream is told of whatever ended it. */
export function streamError(error: unknown): AppError {
  if (error instanceof AppError) return error
  log.error('A stream of events failed.', { error })
  return new AppError(
    'internal',
    'The connection to the answer failed. What was written is kept: reload the page.',
  )
}
