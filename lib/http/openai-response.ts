import type { Completion, CompletionEvent } from '../schemas/completion.ts'
import { toAppError } from './error-response.ts'
import { eventStream } from './event-stream.ts'
import { openaiChunks } from './openai-chunks.ts'
import { openaiError } from './openai-error.ts'
import { openaiWhole } from './openai-whole.ts'

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
  { stream, includeUsage, keepAliveMs }: Options,
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
    const response = await eventStream(
      async (gone) => {
        gone.addEventListener('abort', leave)
        return encoded(openaiChunks(begun, includeUsage), left.signal)
      },
      { keepAliveMs },
    )
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
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

/**
 * A failure is told as an event, and no `[DONE]` follows: clients take that for a whole answer. What the hanging up
 * itself comes to is none.
 */
async function* encoded(
  chunks: AsyncIterable<object>,
  left: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  try {
    for await (const chunk of chunks) yield eventOf(JSON.stringify(chunk))
    yield eventOf('[DONE]')
  } catch (error) {
    if (!left.aborted) yield eventOf(JSON.stringify({ error: openaiError(toAppError(error)) }))
  }
}

const eventOf = (data: string) => `data: ${data}\n\n`
