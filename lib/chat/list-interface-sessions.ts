import type { InterfaceSessions } from '../ports/interface-sessions.ts'
import type { ListSessionsQuery, ListSessionsResponse } from '../schemas/interface-sessions.ts'
import { inSeconds } from './in-seconds.ts'
import { liveHistory, liveHistoryRows } from './live-history.ts'

type Deps = { interfaceSessions: Pick<InterfaceSessions, 'list'>; maxHistoryLength: number }

/** A page of the sessions that were made through the interfaces, each with the length of its live history. */
export async function listInterfaceSessions(
  { interfaceSessions, maxHistoryLength }: Deps,
  owner: string,
  query: ListSessionsQuery,
): Promise<ListSessionsResponse> {
  const rows = liveHistoryRows(maxHistoryLength)
  const { sessions, total, next } = await interfaceSessions.list(owner, { ...query, rows })
  return {
    sessions: sessions.map(({ id, lastActiveAt, newest }) => ({
      session_id: id,
      // With the system message.
      message_count: 1 + liveHistory(newest, maxHistoryLength).length,
      last_active: inSeconds(lastActiveAt),
    })),
    total_count: total,
    next_cursor: next,
  }
}
