import { useEffect, useRef } from 'react'
import { onSessionNews } from '@/components/sessions/session-news'
import { useSessionList } from '@/components/sessions/session-store-context'
import { useClientValue } from '@/components/ui/use-client-value'
import type { Thread, ThreadStore } from './thread-store'
import { whyReadAnew } from './why-read-anew'

const isSeen = () => document.visibilityState === 'visible'

/**
 * Has the thread read anew when it may have changed elsewhere: in another window or on another device, by a clear, or
 * while it was kept for the back button or fetched ahead.
 */
export function useFreshThread(store: ThreadStore, thread: Thread): void {
  // The thread of the page that the server sent is as new as it can be; a later one came from the router's memory.
  const wasAlive = useRef(useClientValue(() => true) === true)
  useEffect(() => {
    if (wasAlive.current) void store.refresh()
  }, [store])

  // Deleted in this tab, which then leaves the page by itself.
  const leaving = useRef(false)
  useEffect(
    () =>
      onSessionNews((news, origin) => {
        if (news.kind === 'changed' || news.kind === 'stale') return
        const { session, gone } = store.getSnapshot()
        if (session === null || (news.kind !== 'allGone' && news.sessionId !== session.id)) return
        if (news.kind !== 'messages' && origin === 'here') leaving.current = !gone
        else void store.refresh()
      }),
    [store],
  )

  useEffect(() => {
    const look = () => {
      // While a run is read, its events are newer than any answer.
      if (isSeen() && store.getSnapshot().run === null) void store.refresh()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [store])

  const list = useSessionList()
  const reason = whyReadAnew(thread, list)
  const readFor = useRef<unknown>(null)
  useEffect(() => {
    if (list.sessions.some(({ id }) => id === thread.session?.id)) leaving.current = false
  }, [list.sessions, thread.session?.id])
  useEffect(() => {
    // Both say the same: a list that goes back to what it said before, by an undo, is news again.
    if (reason === null && store.getSnapshot().run === null) readFor.current = null
    if (reason === null || reason === readFor.current || leaving.current || !isSeen()) return
    readFor.current = reason
    void store.refresh()
  }, [store, reason])
}
