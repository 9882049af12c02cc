import { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { coalesceEvents } from './coalesce-events.ts'
import { createHoldTime } from './hold-time.ts'

const COALESCING = {
  holdMs: createHoldTime(),
  now: () => performance.now(),
  setTimer: setTimeout,
}

/** Who calls a model says how long to wait for it, and ends the request. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

/** Statuses whose response has no body. */
const EMPTY = [204, 205, 304]

/**
 * A `fetch` for the requests of the SDK, with fewer and longer pieces of text in a stream of events: every event costs
 * the SDK some ten steps, whatever its length. See docs/decisions/coalesced-stream.md. Like `fetchStraight` it follows no
 * redirect. By the library below `fetch`, whose streams are those of Node: the ones of the web take twice the time.
 */
export const fetchCoalesced: typeof fetch = async (input, init = {}) => {
  const { body, method = 'GET', signal } = init
  if (input instanceof Request || (body != null && typeof body !== 'string'))
    throw new TypeError('Only an address and a text can be sent.')
  const response = await request(String(input), {
    dispatcher: agent,
    method: method as Dispatcher.HttpMethod,
    // Nobody here would unpack it, and packed pieces wait for each other.
    headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
    body: body ?? null,
    signal: signal ?? null,
  }).catch((error: unknown) => failed(error, signal))
  const { statusCode: status, headers } = response
  const isOk = status >= 200 && status < 300
  const isStream = String(headers['content-type']).startsWith('text/event-stream')
  const answer =
    isOk && isStream
      ? coalesceEvents(response.body, COALESCING)
      : (Readable.toWeb(response.body) as ReadableStream<Uint8Array>)
  return new Response(EMPTY.includes(status) ? null : answer, {
    status,
    headers: Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  })
}

/** As `fetch` fails: with the signal's reason, or with a `TypeError` that has the cause. */
function failed(cause: unknown, signal: AbortSignal | null | undefined): never {
  signal?.throwIfAborted()
  throw new TypeError('fetch failed', { cause })
}
