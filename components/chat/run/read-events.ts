import { createParser } from 'eventsource-parser'
import { type RunEvent, runEvent } from '@/lib/schemas/run-event'

/**
 * The events of a run's stream, in order; ends where the stream ends. Throws what the connection throws, and
 * `SyntaxError` or a schema's error for an event that is none of ours. Leaving the loop closes the connection.
 */
export async function* readEvents(response: Response): AsyncGenerator<RunEvent, void, undefined> {
  if (!response.body) return
  const ready: RunEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => ready.push(runEvent.parse(JSON.parse(data))) })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(value)
      yield* ready.splice(0)
    }
  } finally {
    // On a connection that broke by itself there is nothing left to cancel, and the loop already threw why.
    await reader.cancel().catch(() => undefined)
  }
}
