import { allCounts, sessionCounts, undoView } from '@/lib/schemas/forget'
import { type Mark, markedExchange } from '@/lib/schemas/mark'
import { messageView } from '@/lib/schemas/message'
import {
  type SessionItem,
  type SessionPage,
  type SessionPatch,
  sessionPage,
  sessionView,
} from '@/lib/schemas/session'
import { messagesResponse, threadView } from '@/lib/schemas/thread'
import { queryString } from './query-string'
import { answerIn, NOT_MODIFIED, request, send } from './request'

const pathOf = (sessionId: string) => `/api/sessions/${encodeURIComponent(sessionId)}`

type Source = SessionItem['source']

type Abortable = { signal?: AbortSignal }

export type NewestPage = { page: SessionPage; tag: string | null }

/** The page of the list behind `cursor`. */
export function listSessions({
  cursor,
  limit,
  title,
  source,
  signal,
}: { cursor: string; limit: number; title: string | null; source: Source | null } & Abortable) {
  return request(`/api/sessions${queryString({ cursor, limit, title, source })}`, sessionPage, { signal })
}

/** Page one, of `limit` sessions, and a tag to ask with again; null where it is still the one of the tag `known`. */
export async function listNewest({
  title,
  source,
  known,
  limit,
  signal,
}: {
  title: string | null
  source: Source | null
  known: string | null
  limit?: number
} & Abortable): Promise<NewestPage | null> {
  const headers: Record<string, string> = known === null ? {} : { 'if-none-match': known }
  const response = await send(`/api/sessions${queryString({ title, source, limit })}`, { headers, signal })
  if (response.status === NOT_MODIFIED) return null
  return { page: await answerIn(response, sessionPage, signal), tag: response.headers.get('etag') }
}

export function getThread(sessionId: string, { signal }: Abortable = {}) {
  return request(pathOf(sessionId), threadView, { signal })
}

/** Older messages of a session: the newest `limit` before the seq `before`. */
export function listMessages(
  sessionId: string,
  { before, limit, signal }: { before?: number | null; limit?: number } & Abortable = {},
) {
  return request(`${pathOf(sessionId)}/messages${queryString({ before, limit })}`, messagesResponse, {
    signal,
  })
}

// A rename, a delete and a mark are shown as done before the server has heard of them: they outlive the page.

export function updateSession(sessionId: string, patch: SessionPatch) {
  return request(pathOf(sessionId), sessionView, { method: 'PATCH', body: patch, keepalive: true })
}

/** What deleting and what clearing one session would take. */
export function countSession(sessionId: string, { signal }: Abortable = {}) {
  return request(`${pathOf(sessionId)}/counts`, sessionCounts, { signal })
}

/** What deleting all sessions would take. */
export function countAllSessions({ signal }: Abortable = {}) {
  return request('/api/sessions/counts', allCounts, { signal })
}

/** `answerIds`: answers elsewhere that quoted it, and go as well. */
export function deleteSession(sessionId: string, answerIds: readonly string[] = []) {
  return request(pathOf(sessionId), undoView, { method: 'DELETE', body: { answerIds }, keepalive: true })
}

export function deleteAllSessions() {
  return request('/api/sessions', undoView, { method: 'DELETE' })
}

/** `answerIds`: as for deleting. */
export function clearSession(sessionId: string, answerIds: readonly string[] = []) {
  return request(`${pathOf(sessionId)}/clear`, undoView, { method: 'POST', body: { answerIds } })
}

export async function undoForget(purgeId: string): Promise<void> {
  await send('/api/undo', { method: 'POST', body: { purgeId } })
}

export async function markRead(sessionId: string, seq: number): Promise<void> {
  await send(`${pathOf(sessionId)}/read`, { method: 'POST', body: { seq } })
}

/** Pins or excludes the exchange of a message; null takes the mark away. */
export function markExchange(sessionId: string, messageId: string, mark: Mark) {
  const path = `${pathOf(sessionId)}/messages/${encodeURIComponent(messageId)}`
  return request(path, markedExchange, { method: 'PATCH', body: { mark }, keepalive: true })
}

/** "Start afresh here": nothing above the divider is sent from then on. */
export function addDivider(sessionId: string) {
  return request(`${pathOf(sessionId)}/divider`, messageView, { method: 'POST' })
}

export async function removeDivider(sessionId: string, dividerId: string): Promise<void> {
  await send(`${pathOf(sessionId)}/divider/${encodeURIComponent(dividerId)}`, { method: 'DELETE' })
}
