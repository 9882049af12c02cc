import { createParser } from 'eventsource-parser'
import { type RunEvent, runEvent } from '../../lib/schemas/run-event.ts'
import type { Settings } from '../../lib/schemas/settings.ts'
import type { ThreadView } from '../../lib/schemas/thread.ts'

export const json = { 'content-type': 'application/json' }

let counter = 0
/** Unique within the run of the tests, as a page's own ids are. */
export const clientId = () => `client-${process.pid}-${counter++}`

/** Posts JSON as another program would. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

export const patch = (url: string, body: unknown) =>
  fetch(url, { method: 'PATCH', headers: json, body: JSON.stringify(body) })

export const remove = (url: string) => fetch(url, { method: 'DELETE', headers: json, body: '{}' })

export async function setSettings(base: string, settings: Partial<Settings>): Promise<void> {
  const response = await patch(`${base}/api/settings`, settings)
  if (!response.ok) throw new Error(`The settings were refused: ${await response.text()}`)
}

/** Sends a message; the response is the stream of its answer, or the refusal. */
export const send = (
  base: string,
  text: string,
  options: { sessionId?: string; clientId?: string; model?: string } = {},
) =>
  post(`${base}/api/chat`, {
    action: 'send',
    sessionId: options.sessionId ?? null,
    message: { clientId: options.clientId ?? clientId(), text },
    model: options.model ?? null,
  })

/** The events of a stream as they come. */
export async function* eventsOf(response: Response): AsyncGenerator<RunEvent, void, undefined> {
  if (!response.ok || !response.body)
    throw new Error(`No stream, but ${response.status}: ${await response.text()}`)
  const queue: RunEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => queue.push(runEvent.parse(JSON.parse(data))) })
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* queue.splice(0)
  }
}

/** The last event of a stream, or of what is left of it; null where nothing is. */
export async function lastOf(events: AsyncIterable<RunEvent>): Promise<RunEvent | null> {
  let last: RunEvent | null = null
  for await (const event of events) last = event
  return last
}

export type Read = { start: Extract<RunEvent, { type: 'start' }> | null; text: string; last: RunEvent }

/** Reads a stream to its end. `text` is what the deltas make, reasoning left out. */
export const readToEnd = (response: Response): Promise<Read> => readEvents(eventsOf(response))

export async function readEvents(events: AsyncIterable<RunEvent>): Promise<Read> {
  let start: Read['start'] = null
  let text = ''
  let last: RunEvent | undefined
  for await (const event of events) {
    if (event.type === 'start') start = event
    if (event.type === 'delta' && event.kind === 'text') text += event.text
    last = event
  }
  if (!last) throw new Error('The stream was empty.')
  return { start, text, last }
}

/** A whole turn; the session's id to go on with. */
export async function say(base: string, text: string, options: Parameters<typeof send>[2] = {}) {
  const read = await readToEnd(await send(base, text, options))
  const sessionId = read.start?.session.id
  if (!sessionId) throw new Error('The stream did not begin with its start.')
  return { ...read, sessionId }
}

/** An answer that has begun. `events`: what comes behind its start. */
export type Begun = { runId: string; sessionId: string; events: AsyncGenerator<RunEvent, void, undefined> }

/** Sends a message, and reads no further than that it was accepted. */
export const begin = async (base: string, text: string, options: Parameters<typeof send>[2] = {}) =>
  begunOf(await send(base, text, options))

export async function begunOf(response: Response): Promise<Begun> {
  const events = eventsOf(response)
  const { value } = await events.next()
  if (value?.type !== 'start') throw new Error('The stream did not begin with its start.')
  return { runId: value.runId, sessionId: value.session.id, events }
}

/** Reads no further than to these words. */
export async function readTo(words: string, { events }: Begun): Promise<void> {
  let text = ''
  while (!text.includes(words)) {
    const { value, done } = await events.next()
    if (done) throw new Error(`It ended before "${words}": ${text}`)
    if (value.type === 'delta') text += value.text
  }
}

/** Follows an answer from behind `position` (`part:offset`) on, or from its start. */
export const join = (base: string, runId: string, position?: string) =>
  fetch(`${base}/api/runs/${runId}/events`, position ? { headers: { 'last-event-id': position } } : {})

export async function threadOf(base: string, sessionId: string): Promise<ThreadView> {
  const response = await fetch(`${base}/api/sessions/${sessionId}`)
  if (!response.ok) throw new Error(`No conversation, but ${response.status}: ${await response.text()}`)
  return response.json()
}

/** As `fetch` says that a connection could not be made, or ended before the response did. */
export const isBroken = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined
