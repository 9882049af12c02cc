import { type SummaryList, type SummaryView, summaryList, summaryView } from '@/lib/schemas/summary'
import { request, send } from './request'

const pathOf = (sessionId: string) => `/api/sessions/${encodeURIComponent(sessionId)}/summary`

/** The versions of a conversation's summary, newest first, and what is to come. */
export function listSummaries(
  sessionId: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SummaryList> {
  return request(pathOf(sessionId), summaryList, { signal })
}

/** Has a model write one: `now` further than is due, `rewrite` the newest one's range anew. */
export async function askForSummary(sessionId: string, ask: 'now' | 'rewrite'): Promise<void> {
  await send(pathOf(sessionId), { method: 'POST', body: { ask } })
}

/** A new version in the user's words, where `version` is the newest. */
export function editSummary(
  sessionId: string,
  edit: { version: number; text: string },
): Promise<SummaryView> {
  return request(pathOf(sessionId), summaryView, { method: 'PATCH', body: edit })
}

/** Makes an earlier version the newest one again. */
export function restoreSummary(sessionId: string, summaryId: string): Promise<SummaryView> {
  return request(`${pathOf(sessionId)}/restore`, summaryView, { method: 'POST', body: { summaryId } })
}
