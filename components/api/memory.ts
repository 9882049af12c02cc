import type { z } from 'zod'
import { allCounts, type ForgetRequest, type QuotesQuery, quoteList, undoView } from '@/lib/schemas/forget'
import {
  type MemoryPage,
  type MemoryState,
  memoryPage,
  type memoryQuery,
  memoryState,
} from '@/lib/schemas/recall'
import { queryString } from './query-string'
import { request, send } from './request'

type Abortable = { signal?: AbortSignal }

type AskedPage = Omit<z.input<typeof memoryQuery>, 'limit' | 'timeZone'> & { limit?: number }

/** What can be recalled, newest first, of this browser's days; with a query, what fits it, the best first. */
export function searchMemory(
  { query, sessionId, from, to, cursor, limit }: AskedPage,
  { signal }: Abortable = {},
): Promise<MemoryPage> {
  const days = from || to ? { from, to, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}
  const asked = queryString({ query: query === '' ? null : query, sessionId, ...days, cursor, limit })
  return request(`/api/memory${asked}`, memoryPage, { signal })
}

export function getMemoryState({ signal }: Abortable = {}): Promise<MemoryState> {
  return request('/api/memory/state', memoryState, { signal })
}

/** Has all of it indexed anew, after an answer and without anyone waiting for it. */
export async function indexAgain(): Promise<void> {
  await send('/api/memory/reindex', { method: 'POST' })
}

/** The answers that were given with an exchange, or with any of a session, before them. */
export function listQuotes(of: QuotesQuery, { signal }: Abortable = {}) {
  return request(`/api/memory/quotes${queryString(of)}`, quoteList, { signal })
}

/** What forgetting an exchange would take. */
export function countExchange(exchangeId: string, { signal }: Abortable = {}) {
  return request(`/api/memory/counts${queryString({ exchangeId })}`, allCounts, { signal })
}

/** Questions with their answers, and of those that quoted them the answers alone that are named. */
export function forgetExchanges(asked: ForgetRequest) {
  return request('/api/memory/forget', undoView, { method: 'POST', body: asked })
}
