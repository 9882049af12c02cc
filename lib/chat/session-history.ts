import type { InterfaceSessions, SaidRow, SessionHistory } from '../ports/interface-sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { HistoryRequest, HistoryResponse } from '../schemas/history.ts'
import type { ToolCall } from '../schemas/tool-call.ts'
import { inSeconds } from './in-seconds.ts'
import { liveHistory, liveHistoryRows } from './live-history.ts'

type Deps = {
  interfaceSessions: Pick<InterfaceSessions, 'newest' | 'stored'>
  settings: Pick<SettingsStore, 'get'>
  maxHistoryLength: number
}

/**
 * The live history of a session, or a page of all that is stored of it, behind the system message that its turns are
 * sent. Throws `session_not_found`.
 */
export async function sessionHistory(
  deps: Deps,
  owner: string,
  request: HistoryRequest,
): Promise<HistoryResponse> {
  const { session_id } = request
  const [settings, { history, next }] = await Promise.all([
    deps.settings.get(owner),
    request.all ? storedPage(deps, owner, request) : live(deps, owner, session_id),
  ])
  const system = { role: 'system' as const, content: history.instructions ?? settings.instructions }
  const said = history.messages.map(inHistory)
  const messages = request.cursor === null ? [system, ...said] : said
  return {
    session_id,
    messages,
    message_count: messages.length,
    total_count: history.messageCount,
    last_active: inSeconds(history.lastActiveAt),
    next_cursor: next,
  }
}

/** As a model's API has it, so that it can be sent to one as it is. */
const inHistory = ({ role, text, toolCalls, toolCallId }: SaidRow): HistoryResponse['messages'][number] => ({
  role,
  content: text,
  ...(toolCalls ? { tool_calls: toolCalls.map(asFunction) } : {}),
  ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
})

const asFunction = ({ id, name, arguments: json }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: json },
})

type Told = { history: SessionHistory<SaidRow>; next: string | null }

async function live(
  { interfaceSessions, maxHistoryLength }: Deps,
  owner: string,
  sessionId: string,
): Promise<Told> {
  const history = await interfaceSessions.newest(owner, sessionId, liveHistoryRows(maxHistoryLength))
  return { history: { ...history, messages: liveHistory(history.messages, maxHistoryLength) }, next: null }
}

async function storedPage(
  { interfaceSessions }: Deps,
  owner: string,
  { session_id, cursor, limit }: HistoryRequest,
): Promise<Told> {
  const page = { fromSeq: Number(cursor ?? 0), limit }
  const { nextSeq, ...history } = await interfaceSessions.stored(owner, session_id, page)
  return { history, next: nextSeq === null ? null : String(nextSeq) }
}
