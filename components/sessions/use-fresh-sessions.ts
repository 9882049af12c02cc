import { useEffect, useSyncExternalStore } from 'react'
import { onSessionNews } from './session-news'
import type { SessionStore } from './session-store'

const POLL_MS = 2_000

/** Keeps the list true: by what the page itself announces, when the reader returns, and by asking while any session is answering. */
export function useFreshSessions(store: SessionStore): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void store.refresh()
    }
    const leave = onSessionNews((news) => {
      if (news.kind === 'changed') store.announce(news.session)
      else if (news.kind !== 'messages') void store.refresh()
    })
    window.addEventListener('focus', look)
    window.addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      leave()
      window.removeEventListener('focus', look)
      window.removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [store])

  const isAnswering = () => store.getSnapshot().sessions.some(({ answering }) => answering)
  const answering = useSyncExternalStore(store.subscribe, isAnswering, isAnswering)
  useEffect(() => {
    if (!answering) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void store.refresh()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [store, answering])
}
