import type { Role } from '../memory/types.ts'
import type { ToolFields } from '../schemas/message.ts'

/** A message as far as it decides what belongs to the live history. `isBlank`: it has nothing but white space, and has
 * nothing to do with a tool. */
export type HistoryRow = { role: Role; isBlank: boolean } & ToolFields

/** What a message of a history says. */
export type SaidRow = { role: Role; text: string } & ToolFields

export type ListedSession = {
  id: string
  lastActiveAt: Date
  /** The end of its path, oldest first. */
  newest: HistoryRow[]
}

/** What the interfaces ask of an owner's sessions. The path is what follows the newest divider and clear. */
export type InterfaceSessions = {
  /** Whom the session was made for; null: there is no such session. */
  find(owner: string, sessionId: string): Promise<{ user: string | null } | null>
  /** Those that were made through the interfaces, by last activity, with the newest `rows` messages of each. */
  list(
    owner: string,
    options: { cursor: string | null; limit: number; rows: number },
  ): Promise<{ sessions: ListedSession[]; total: number; next: string | null }>
  /** The newest `rows` messages of the path, oldest first. Throws `session_not_found`. */
  newest(owner: string, sessionId: string, rows: number): Promise<SessionHistory<HistoryRow & SaidRow>>
  /**
   * All messages that are stored, on whatever path, by their seq from `fromSeq` on. An answer that is being written has
   * no text yet. Throws `session_not_found`.
   */
  stored(
    owner: string,
    sessionId: string,
    page: { fromSeq: number; limit: number },
  ): Promise<SessionHistory<SaidRow> & { nextSeq: number | null }>
}

export type SessionHistory<Row> = {
  /** null: the owner's default. */
  instructions: string | null
  lastActiveAt: Date
  /** All that is stored, on whatever path. */
  messageCount: number
  messages: Row[]
}
