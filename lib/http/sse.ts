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
 * reader gets fewer and longer deltas. A reader that leaves ends nothing but its own stream.
 */
export function sseResponse(events: AsyncGenerator<RunEvent, void, undefined>): Response {
  const encoder = new TextEncoder()
  let pending: Promise<IteratorResult<RunEvent, void>> | null = null

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pending ??= events.next()
      const next = await withKeepAlive(pending)
      if (next === null) return controller.enqueue(encoder.encode(': waiting\n\n'))
      pending = null
      if (next.done) return controller.close()
      controller.enqueue(encoder.encode(encodeEvent(next.value)))
    },
    async cancel() {
      // Not awaited by anyone: the generator returns when its run next has something to say.
      void events.return()
    },
  })
  return new Response(body, { headers: HEADERS })
}

async function withKeepAlive(
  pending: Promise<IteratorResult<RunEvent, void>>,
): Promise<IteratorResult<RunEvent, void> | null> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, KEEP_ALIVE_MS, null)
  })
  try {
    return await Promise.race([pending, silence])
  } catch (error) {
    return { done: false, value: { type: 'error', error: streamError(error).toBody() } }
  } finally {
    clearTimeout(timer)
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
