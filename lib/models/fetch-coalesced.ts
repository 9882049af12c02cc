import { coalesceEvents } from './coalesce-events.ts'
import { fetchStraight } from './fetch-straight.ts'

/** Two or three tokens of a model that writes 50 a second; nobody sees so short a wait. */
export const HOLD_MS = 40

const COALESCING = {
  holdMs: HOLD_MS,
  now: () => performance.now(),
  setTimer: setTimeout,
}

/**
 * `fetchStraight`, with fewer and longer pieces of text in a stream of events: every event costs the SDK some twenty
 * steps, whatever its length. See docs/decisions/coalesced-stream.md.
 */
export const fetchCoalesced: typeof fetch = async (input, init) => {
  const response = await fetchStraight(input, init)
  const type = response.headers.get('content-type')
  if (!response.ok || response.body === null || !type?.startsWith('text/event-stream')) return response
  const { status, statusText, headers } = response
  return new Response(coalesceEvents(response.body, COALESCING), { status, statusText, headers })
}
