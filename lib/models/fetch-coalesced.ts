import { Readable } from 'node:stream'
import { coalesceEvents } from './coalesce-events.ts'
import { send } from './send.ts'
import { stopSignal } from './stop-signal.ts'

const COALESCING = {
  /** Two or three tokens of a model that writes 50 a second; nobody sees so short a wait. */
  holdMs: 40,
  now: () => performance.now(),
  setTimer: setTimeout,
}

/** Statuses whose response has no body. */
const EMPTY = [204, 205, 304]

/**
 * `fetchStraight` for the requests of the SDK, with fewer and longer pieces of text in a stream of events: every event
 * costs the SDK some fifteen steps, whatever its length. See docs/decisions/coalesced-stream.md.
 */
export const fetchCoalesced: typeof fetch = async (input, init = {}) => {
  const { body, method = 'GET' } = init
  if (input instanceof Request || (body != null && typeof body !== 'string'))
    throw new TypeError('Only an address and a text can be sent.')
  const headers = new Headers(init.headers)
  const signal = AbortSignal.any([init.signal, stopSignal.getStore()].filter((each) => each != null))
  const response = await send({ url: new URL(input), method, headers, body: body ?? '', signal })
  const { statusCode: status = 0, statusMessage: statusText = '' } = response
  const isStream = response.headers['content-type']?.startsWith('text/event-stream')
  const isOk = status >= 200 && status < 300
  const answer =
    isOk && isStream
      ? coalesceEvents(response, COALESCING)
      : (Readable.toWeb(response) as ReadableStream<Uint8Array>)
  return new Response(EMPTY.includes(status) ? null : answer, {
    status,
    statusText,
    headers: Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  })
}
