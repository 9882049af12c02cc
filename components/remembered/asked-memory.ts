import { queryString } from '@/components/api/query-string'
import { MEMORY_QUERY_MAX, memoryQuery } from '@/lib/schemas/recall'

export const MEMORY_PATH = '/memory'

/** Days as 2026-01-31, both of them within. */
export type Days = { from: string | null; to: string | null }

/** What of the memory is looked at. */
export type AskedMemory = Days & {
  text: string
  /** Of this conversation alone; null: of all. */
  sessionId: string | null
}

const { sessionId, from } = memoryQuery.shape

/** What an address asks for; of what it could not have been, nothing. */
export function askedIn(params: Pick<URLSearchParams, 'get'>): AskedMemory {
  return {
    text: (params.get('q') ?? '').slice(0, MEMORY_QUERY_MAX),
    sessionId: sessionId.catch(null).parse(params.get('session')),
    from: from.catch(null).parse(params.get('from')),
    to: from.catch(null).parse(params.get('to')),
  }
}

/** The page with this before it. */
export function addressOf({ text, sessionId, from, to }: AskedMemory): string {
  const query = text.trim()
  return `${MEMORY_PATH}${queryString({ q: query === '' ? null : query, session: sessionId, from, to })}`
}
