import type { ErrorBody } from '../errors.ts'
import { type AskEvent, eventId, type ReplyCacheStatus } from '../schemas/ask.ts'
import { createTextEvents } from './answer-text.ts'
import { encodeEvent } from './encode-event.ts'
import { type EventStreamLimits, eventStream, streamError } from './event-stream.ts'
import { cacheHeader } from './reply-response.ts'

type Followed = { events: AsyncGenerator<AskEvent, void, undefined>; cache: ReplyCacheStatus | null }

/**
 * An answer as raw text: `session` with the session's id, the words in events without a name, `error` with a body as a
 * failed response has it, and `done` last. The id of an event is the position behind it. See `eventStream`.
 */
export async function answerStreamResponse(
  follow: (left: AbortSignal) => Promise<Followed>,
  limits: EventStreamLimits,
): Promise<Response> {
  let told: ReplyCacheStatus | null = null
  const reconnect = encodeEvent({ event: 'reconnect', data: '' })
  const response = await eventStream(
    async (left) => {
      const { events, cache } = await follow(left)
      told = cache
      return encoded(events)
    },
    { ...limits, reconnect },
  )
  for (const [name, value] of Object.entries(cacheHeader(told))) response.headers.set(name, value)
  return response
}

async function* encoded(events: AsyncIterable<AskEvent>): AsyncGenerator<string, void, undefined> {
  const text = createTextEvents()
  try {
    for await (const event of events) {
      if (event.type === 'text') yield* text.add(event)
      else {
        yield* text.rest()
        yield encodedOf(event)
      }
    }
  } catch (error) {
    yield encodedError(streamError(error).toBody())
    yield encodeEvent({ event: 'done', data: '{}' })
  }
}

function encodedOf(event: Exclude<AskEvent, { type: 'text' }>): string {
  switch (event.type) {
    case 'session':
      return encodeEvent({ id: eventId(event), event: 'session', data: event.sessionId })
    case 'error':
      return encodedError(event.error)
    case 'done':
      return encodeEvent({ event: 'done', data: JSON.stringify(event.end ?? {}) })
  }
}

const encodedError = (error: ErrorBody): string =>
  encodeEvent({ event: 'error', data: JSON.stringify({ error }) })
