import { createParser } from 'eventsource-parser'
import {
  type AskRequest,
  type AskResponse,
  askEnd,
  askResponse,
  type CodeAssistResponse,
  codeAssistResponse,
} from '../../lib/schemas/ask.ts'
import { type HistoryRequest, type HistoryResponse, historyResponse } from '../../lib/schemas/history.ts'
import { type ListSessionsResponse, listSessionsResponse } from '../../lib/schemas/interface-sessions.ts'
import { post } from './api.ts'

type Asked = Partial<AskRequest> & { query: string }

async function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`Refused with ${response.status}: ${await response.text()}`)
  return response.json()
}

export const ask = async (base: string, body: Asked, headers = {}): Promise<AskResponse> =>
  askResponse.strict().parse(await jsonOf(await post(`${base}/ask`, body, headers)))

export const codeAssist = async (base: string, body: Asked): Promise<CodeAssistResponse> =>
  codeAssistResponse.strict().parse(await jsonOf(await post(`${base}/code_assist`, body)))

export const getHistory = async (
  base: string,
  body: Partial<HistoryRequest> & { session_id: string },
): Promise<HistoryResponse> =>
  historyResponse.strict().parse(await jsonOf(await post(`${base}/get_history`, body)))

export const listSessions = async (base: string, query = ''): Promise<ListSessionsResponse> =>
  listSessionsResponse.strict().parse(await jsonOf(await fetch(`${base}/list_sessions${query}`)))

export const askStream = (base: string, body: Asked, headers = {}): Promise<Response> =>
  post(`${base}/ask_stream`, body, headers)

/** An event of `/ask_stream`; of words the name is null. */
export type StreamEvent = { event: string | null; data: string; id: string | null }

/** Events as they come. */
export async function* streamEvents(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  if (!response.ok || !response.body)
    throw new Error(`No stream: ${response.status} ${await response.text()}`)
  const queue: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event = null, data, id = null }) =>
      queue.push({ event: event ?? null, data, id: id ?? null }),
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* queue.splice(0)
  }
}

/** A stream read to its end. `end`: what `done` says. */
export async function readStream(response: Response) {
  const events: StreamEvent[] = []
  for await (const event of streamEvents(response)) events.push(event)
  const named = (name: string) => events.find(({ event }) => event === name)?.data ?? null
  const done = named('done')
  return {
    events,
    sessionId: named('session'),
    text: textOf(events),
    names: events.map(({ event }) => event),
    error: JSON.parse(named('error') ?? 'null'),
    end: done === null || done === '{}' ? null : askEnd.strict().parse(JSON.parse(done)),
  }
}

export const textOf = (events: readonly StreamEvent[]): string =>
  events.map(({ event, data }) => (event === null ? data : '')).join('')
