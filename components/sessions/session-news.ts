import type { SessionItem } from '@/lib/schemas/session'

/** What happened to a session in this page, for whoever shows sessions or their messages. */
export type SessionNews =
  /** Started, renamed or moved on: the row as it now is. */
  | { kind: 'changed'; session: SessionItem }
  /** Its messages are others than they were: cleared, brought back, cut by a fresh start or joined again. */
  | { kind: 'messages'; sessionId: string }
  /** The list changed in a way that is not known in full: ask the server again. */
  | { kind: 'stale' }

const listeners = new Set<(news: SessionNews) => void>()

export function announce(news: SessionNews): void {
  for (const listener of [...listeners]) listener(news)
}

/** Returns the function that ends listening. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
