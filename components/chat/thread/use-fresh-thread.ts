import { type Dispatch, useCallback, useEffect } from 'react'
import { getThread } from '@/components/api/sessions'
import { onSessionNews } from '@/components/sidebar/session-news'
import type { ThreadView } from '@/lib/schemas/thread'
import type { ThreadAction } from './thread-reducer'

/** Threads that a page has begun with. One that is met again came from the router's memory, and may be old. */
const used = new WeakSet<ThreadView>()

type Options = {
  sessionId: string | null
  initial: ThreadView | null
  /** While a run is read, its events are newer than any answer. */
  busy: boolean
  dispatch: Dispatch<ThreadAction>
}

/**
 * Asks for the thread again when it may have changed elsewhere: in another window, by a clear, or while it was
 * kept for the back button. Returns the way to ask; that never rejects, since what is shown stays true enough.
 */
export function useFreshThread({ sessionId, initial, busy, dispatch }: Options): () => Promise<void> {
  const refresh = useCallback(async () => {
    if (sessionId === null) return
    const view = await getThread(sessionId).catch(() => null)
    if (view) dispatch({ type: 'refreshed', view })
  }, [sessionId, dispatch])

  useEffect(() => {
    if (!initial) return
    if (used.has(initial)) void refresh()
    used.add(initial)
  }, [initial, refresh])

  useEffect(
    () =>
      onSessionNews((news) => {
        if (news.kind === 'messages' && news.sessionId === sessionId) void refresh()
      }),
    [sessionId, refresh],
  )

  useEffect(() => {
    if (busy) return
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [busy, refresh])

  return refresh
}
