import { positionId, type RunEvent } from '../schemas/run-event.ts'
import { encodeEvent } from './encode-event.ts'
import { type EventStreamLimits, eventStream, streamError } from './event-stream.ts'

/**
 * A run's events as the page reads them: named, and as JSON. A slow reader gets fewer and longer deltas. See
 * `eventStream`.
 */
export const sseResponse = (
  follow: (left: AbortSignal) => Promise<AsyncGenerator<RunEvent, void, undefined>>,
  limits: EventStreamLimits,
): Promise<Response> =>
  eventStream(async (left) => encoded(await follow(left)), {
    ...limits,
    reconnect: encodedOf({ type: 'reconnect' }),
  })

async function* encoded(events: AsyncIterable<RunEvent>): AsyncGenerator<string, void, undefined> {
  try {
    for await (const event of events) yield encodedOf(event)
  } catch (error) {
    yield encodedOf({ type: 'error', error: streamError(error).toBody() })
  }
}

function encodedOf(event: RunEvent): string {
  const id =
    event.type === 'delta'
      ? positionId({ part: event.part, offset: event.offset + event.text.length })
      : undefined
  return encodeEvent({ id, event: event.type, data: JSON.stringify(event) })
}
