import { useEffect } from 'react'
import { onSessionNews } from '@/components/sessions/session-news'
import type { ThreadView } from '@/lib/schemas/thread'
import type { ThreadStore } from './thread-store'

/** Threads that a page has begun with. One that is met again came from the router's memory, and may be old. */
const used = new WeakSet<ThreadView>()

/** Has the thread read anew when it may have changed elsewhere: in another window, by a clear, or while it was kept for the back button. */
export function useFreshThread(store: ThreadStore, initial: ThreadView | null): void {
  useEffect(() => {
    if (!initial) return
    if (used.has(initial)) void store.refresh()
    used.add(initial)
  }, [store, initial])

  useEffect(
    () =>
      onSessionNews((news) => {
        if (news.kind !== 'messages') return
        if (news.sessionId === store.getSnapshot().session?.id) void store.refresh()
      }),
    [store],
  )

  useEffect(() => {
    const look = () => {
      // While a run is read, its events are newer than any answer.
      if (document.visibilityState === 'visible' && store.getSnapshot().run === null) void store.refresh()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [store])
}
