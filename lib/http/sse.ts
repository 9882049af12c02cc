import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import { positionId, type RunEvent } from '../schemas/run-event.ts'

/** A comment is sent after so long a silence, so that no proxy takes the connection for dead. */
const KEEP_ALIVE_MS = 15_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform: a proxy that compresses would hold events back.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * A run's events as server-sent events. The next one is asked for only when the reader has room, so that a slow
 * reader gets fewer and longer deltas. A reader that leaves ends nothing but its own stream, and `follow` learns of it
 * by its signal. After `maxMs` the stream ends with `reconnect`, before a proxy ends it with nothing. Rejects as
 * `follow` does.
 */
export async function sseResponse(
  follow: (left: AbortSignal) => Promise<AsyncGenerator<RunEvent, void, undefined>>,
  { maxMs, keepAliveMs = KEEP_ALIVE_MS }: { maxMs: number; keepAliveMs?: number },
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
      const endInGoodOrder = () => {
        close()
        controller.enqueue(encoder.encode(encodeEvent({ type: 'reconnect' })))
        controller.close()
        leave()
      }
      // One who has all that was written so far is answered too: without a first byte no header is sent.
      setImmediate(stayAlive)
      timers.push(setInterval(stayAlive, keepAliveMs), setTimeout(endInGoodOrder, maxMs))
      for (const timer of timers) timer.unref()
    },
    async pull(controller) {
      const next = await settled(events)
      if (!open) return
      spoke = true
      if (next.done) {
        close()
        controller.close()
      } else controller.enqueue(encoder.encode(encodeEvent(next.value)))
    },
    cancel() {
      close()
      leave()
    },
  })
  return new Response(body, { headers: HEADERS })
}

async function settled(
  events: AsyncGenerator<RunEvent, void, undefined>,
): Promise<IteratorResult<RunEvent, void>> {
  try {
    return await events.next()
  } catch (error) {
    return { done: false, value: { type: 'error', error: streamError(error).toBody() } }
  }
}

function streamError(error: unknown): AppError {
  if (error instanceof AppError) return error
  log.error('A stream of events failed.', { error })
  return new AppError(
    'internal',
    'The connection to the answer failed. What was written is kept: reload the page.',
  )
}

function encodeEvent(event: RunEvent): string {
  const id =
    event.type === 'delta'
      ? `id: ${positionId({ part: event.part, offset: event.offset + event.text.length })}\n`
      : ''
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
