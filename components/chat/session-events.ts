import type { SessionItem } from '@/lib/schemas/session'

/** What happened to a session in this page, for whoever lists sessions. */
export type SessionNews =
  | { kind: 'changed'; session: SessionItem }
  /** Hidden by a delete; `sessionId` null: all of them. */
  | { kind: 'gone'; sessionId: string | null }
  /** Something changed that is not known in full: ask the server again. */
  | { kind: 'stale' }

const listeners = new Set<(news: SessionNews) => void>()

export function announce(news: SessionNews): void {
  for (const listener of [...listeners]) listener(news)
}

/** Started, ended, renamed, cleared or read: the row as it now is. */
export function announceSession(session: SessionItem): void {
  announce({ kind: 'changed', session })
}

/** Returns the function that ends listening. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only the rows that changed. Returns the function that ends listening. */
export function onSessionAnnounced(listener: (session: SessionItem) => void): () => void {
  return onSessionNews((news) => {
    if (news.kind === 'changed') listener(news.session)
  })
}
