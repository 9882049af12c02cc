import type { Completion, CompletionEvent } from '../schemas/completion.ts'
import { toAppError } from './error-response.ts'
import { openaiChunks } from './openai-chunks.ts'
import { openaiError } from './openai-error.ts'
import { openaiWhole } from './openai-whole.ts'

/** A comment is sent after so long a silence, so that no proxy takes the connection for dead. */
const KEEP_ALIVE_MS = 15_000

/** Nobody reads it: the client has gone. */
const CLIENT_CLOSED_REQUEST = 499

type Options = { stream: boolean; includeUsage: boolean; keepAliveMs?: number }

/**
 * A chat completion, whole or as a stream of events. `begin` gets a signal that is aborted when the client hangs up.
 * The head of a stream is sent with the first piece of the answer, so that a failure before it has its status. Rejects
 * as `begin` and, until then, the answer does.
 */
export async function openaiResponse(
  request: Request,
  begin: (left: AbortSignal) => Promise<Completion>,
  { stream, includeUsage, keepAliveMs = KEEP_ALIVE_MS }: Options,
): Promise<Response> {
  const left = new AbortController()
  const leave = () => left.abort()
  request.signal.addEventListener('abort', leave)
  if (request.signal.aborted) leave()
  try {
    const completion = await begin(left.signal)
    const headers: Record<string, string> =
      completion.sessionId === null ? {} : { 'x-session-id': inHeader(completion.sessionId) }
    if (!stream)
      return Response.json(await openaiWhole(completion), {
        headers: { ...headers, 'cache-control': 'no-store' },
      })
    const begun = { ...completion, events: await withFirst(completion.events) }
    return new Response(bodyOf(openaiChunks(begun, includeUsage), left, keepAliveMs), {
      headers: {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        // no-transform: a proxy that compresses would hold events back.
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  } catch (error) {
    if (left.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    throw error
  }
}

/** A name may hold what a header may not. */
const inHeader = (name: string) => (/^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name))

/** The same events, once the first of them has come. */
async function withFirst(events: Completion['events']): Promise<Completion['events']> {
  const first = await events.next()
  async function* all(): AsyncGenerator<CompletionEvent, void, undefined> {
    if (first.done) return
    yield first.value
    yield* events
  }
  return all()
}

function bodyOf(
  chunks: AsyncGenerator<object, void, undefined>,
  left: AbortController,
  keepAliveMs: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let keepAlive: NodeJS.Timeout
  let open = true
  const close = () => {
    open = false
    clearInterval(keepAlive)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      keepAlive = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': waiting\n\n'))
      }, keepAliveMs)
      keepAlive.unref()
    },
    async pull(controller) {
      const { event, last } = await nextEvent(chunks, left.signal)
      if (!open) return
      controller.enqueue(encoder.encode(`data: ${event}\n\n`))
      if (!last) return
      close()
      controller.close()
    },
    cancel() {
      close()
      left.abort()
      // For one that waits for nothing.
      void chunks.return()
    },
  })
}

/** A failure is told as an event, and no `[DONE]` follows: clients take that for a whole answer. */
async function nextEvent(
  chunks: AsyncGenerator<object, void, undefined>,
  left: AbortSignal,
): Promise<{ event: string; last: boolean }> {
  try {
    const next = await chunks.next()
    return next.done ? { event: '[DONE]', last: true } : { event: JSON.stringify(next.value), last: false }
  } catch (error) {
    // What the hanging up itself came to is no failure.
    if (left.aborted) return { event: '', last: true }
    return { event: JSON.stringify({ error: openaiError(toAppError(error)) }), last: true }
  }
}
