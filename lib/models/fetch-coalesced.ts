import { Readable } from 'node:stream'
import { type Dispatcher, getGlobalDispatcher, interceptors, request } from 'undici'
import { coalesceEvents } from './coalesce-events.ts'
import { createHoldTime } from './hold-time.ts'
import { lifeSignOf } from './life-signs.ts'

const COALESCING = {
  holdMs: createHoldTime(),
  now: () => performance.now(),
  setTimer: setTimeout,
}

/**
 * The one that `fetch` uses, by a proxy where Node was told of one; some servers pack also what nobody asked them to.
 */
const dispatcher = getGlobalDispatcher().compose(interceptors.decompress({ skipErrorResponses: false }))

/** Who calls a model says how long to wait for it, and ends the request. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 }

/** Statuses whose response has no body. */
const EMPTY = [204, 205, 304]
/** A `Response` takes no higher one. */
const HIGHEST = 599

/**
 * A `fetch` for the requests of the SDK, which all ask for a stream of events, with fewer and longer pieces of text in
 * it: every event costs the SDK some ten steps, whatever its length. See docs/decisions/coalesced-stream.md. Like
 * `fetchStraight` it follows no redirect. By the library below `fetch`, whose streams are those of Node: the ones of
 * the web take longer for each piece.
 */
export const fetchCoalesced: typeof fetch = async (input, init = {}) => {
  const { body, method = 'GET', signal } = init
  if (input instanceof Request || (body != null && typeof body !== 'string'))
    throw new TypeError('Only an address and a text can be sent.')
  const response = await request(String(input), {
    dispatcher,
    ...NO_TIMEOUTS,
    method: method as Dispatcher.HttpMethod,
    // Packed pieces wait for each other.
    headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
    body: body ?? null,
    signal: signal ?? null,
  }).catch((error: unknown) => failed(error, signal))
  const { headers } = response
  const status = Math.min(response.statusCode, HIGHEST)
  const isOk = status >= 200 && status < 300
  const answer = isOk
    ? coalesceEvents(response.body, { ...COALESCING, onPiece: lifeSignOf(signal) })
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
