import type { Entry, Ledger } from './ledger.ts'

/** How one message is sent, and its answer followed, over any number of connections. */
export type Way = {
  /** `answered` once the end of the answer was told; `busy` where another one is written in the session. */
  attempt(base: string): Promise<'answered' | 'busy' | 'broken'>
}

/** What a way tells of. */
export type Watch = {
  ledger: Ledger
  /** Of the sessions that all clients write in. */
  sessions: string[]
  /** Called for everything that is read. */
  onEvent(): void
}

/** The message was taken, into this session. */
export function accept(entry: Entry, { sessions }: Watch, sessionId: string): void {
  if (!sessions.includes(sessionId)) sessions.push(sessionId)
  entry.sessionId = sessionId
  entry.accepted = true
}
