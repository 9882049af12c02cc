import { ApiError } from '@/components/api/api-error'
import { send } from '@/components/api/request'
import type { ChatRequest } from '@/lib/schemas/chat'
import { type Position, positionId, type RunEvent, START } from '@/lib/schemas/run-event'
import { newOf } from './delta-seam'
import { type Pause, pauseUntilLikely } from './pause'
import { readEvents } from './read-events'

/** An event of the run, or word of the connection to it. Deltas come gapless and once, over any connection. */
export type RunUpdate = Exclude<RunEvent, { type: 'error' | 'reconnect' }> | { type: 'link'; up: boolean }

type Options = { signal: AbortSignal; pause?: Pause }

/**
 * Sends a turn and follows it to its end. Throws `ApiError` when it was not accepted, or when nobody can say
 * whether it was (`unreachable`): then the same client id may be sent again.
 */
export async function* sendTurn(turn: ChatRequest, options: Options): AsyncGenerator<RunUpdate> {
  const response = await send('/api/chat', { method: 'POST', body: turn, signal: options.signal })
  yield* follow({ runId: null, position: START, response }, options)
}

/**
 * Follows a run from a position of its answer to its end, through any number of lost connections. Throws
 * `ApiError` when the server will not tell, as `run_not_found` once the conversation was deleted.
 */
export function followRun(runId: string, options: Options & { from: Position }): AsyncGenerator<RunUpdate> {
  return follow({ runId, position: options.from, response: null }, options)
}

type Place = { runId: string | null; position: Position; response: Response | null }

async function* follow(
  place: Place,
  { signal, pause = pauseUntilLikely }: Options,
): AsyncGenerator<RunUpdate> {
  let attempt = 0
  let started = place.runId !== null
  for (;;) {
    let planned = false
    try {
      const response = place.response ?? (await open(place, signal))
      for await (const event of readEvents(response)) {
        if (attempt > 0) yield { type: 'link', up: true }
        attempt = 0
        if (event.type === 'end') return yield event
        if (event.type === 'reconnect') {
          planned = true
          break
        }
        if (event.type === 'error') throw failureOf(event)
        if (event.type === 'start') {
          place.runId = event.runId
          if (!started) yield event
          started = true
        } else {
          const delta = newOf(event, place.position)
          if (delta === 'gap') break
          if (!delta) continue
          place.position = { part: delta.part, offset: delta.offset + delta.text.length }
          yield delta
        }
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && !passes(error))) throw error
    }
    if (place.runId === null) throw unconfirmed()
    place.response = null
    if (planned) continue
    if (attempt === 0) yield { type: 'link', up: false }
    await pause(attempt, signal)
    attempt += 1
  }
}

function open({ runId, position }: Place, signal: AbortSignal): Promise<Response> {
  return send(`/api/runs/${encodeURIComponent(runId ?? '')}/events`, {
    headers: { 'last-event-id': positionId(position) },
    signal,
  })
}

const failureOf = ({ error }: Extract<RunEvent, { type: 'error' }>) =>
  new ApiError(error.code, error.message, { details: error.details })

/** Whether the run may well be readable in a moment. */
function passes({ code, status }: ApiError): boolean {
  if (code === 'shutting_down' || code === 'database_busy' || code === 'database_unavailable') return true
  return code === 'unreachable' || (code === 'unreadable' && (status ?? 0) >= 500)
}

const unconfirmed = () =>
  new ApiError(
    'unreachable',
    'The connection broke before the server confirmed the message. Your text is kept here; send it again, it will not be stored twice.',
  )
