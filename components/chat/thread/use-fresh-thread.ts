import { useEffect, useRef, useSyncExternalStore } from 'react'
import { onSessionNews } from '@/components/sessions/session-news'
import { useSessionStore } from '@/components/sessions/session-store-context'
import { useClientValue } from '@/components/ui/use-client-value'
import type { SessionItem } from '@/lib/schemas/session'
import type { Thread, ThreadStore } from './thread-store'

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
      if (isSeen() && store.getSnapshot().run === null) void store.refresh()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [store])

  const listed = useListed(thread.session?.id ?? null)
  const behind = isBehind(thread, listed)
  // The row as a text: another state of it is another reason.
  const reason = behind && `${listed?.lastActiveAt} ${listed?.answering}`
  useEffect(() => {
    if (reason !== false && isSeen()) void store.refresh()
  }, [store, reason])
}

/** The session as the list has it, which learns of other windows and devices; null where it does not reach that far. */
function useListed(sessionId: string | null): SessionItem | null {
  const list = useSessionStore()
  const find = () => list.getSnapshot().sessions.find(({ id }) => id === sessionId) ?? null
  return useSyncExternalStore(list.subscribe, find, find)
}

/** Whether more has happened than the thread shows. What it is writing itself it knows best. */
function isBehind({ session, run }: Thread, listed: SessionItem | null): boolean {
  if (session === null || run !== null || listed === null) return false
  if (listed.lastActiveAt !== session.lastActiveAt) return listed.lastActiveAt > session.lastActiveAt
  return listed.answering || session.answering
}
