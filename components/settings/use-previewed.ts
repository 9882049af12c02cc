import { useEffect, useState } from 'react'
import { getThread } from '@/components/api/sessions'
import { visibleSessions } from '@/components/sessions/session-list'
import { useSessionList } from '@/components/sessions/session-store-context'
import type { ThreadView } from '@/lib/schemas/thread'

/** How many of the newest conversations one can choose from. */
const OFFERED = 12

/**
 * The conversation that settings are shown with: the newest one, until another is chosen. `chosen` is null where there
 * is none, `thread` until it is read.
 */
export function usePreviewed() {
  const offered = visibleSessions(useSessionList()).slice(0, OFFERED)
  const [id, choose] = useState<string | null>(null)
  const chosen = offered.find((session) => session.id === id) ?? offered[0] ?? null
  const [thread, setThread] = useState<ThreadView | null>(null)

  const sessionId = chosen?.id ?? null
  const revision = chosen?.revision ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what the server has of it.
  useEffect(() => {
    if (sessionId === null) return
    const abort = new AbortController()
    // One that cannot be read is not shown: the sidebar says what became of it.
    getThread(sessionId, { signal: abort.signal }).then(setThread, () => setThread(null))
    return () => abort.abort()
  }, [sessionId, revision])

  return { offered, chosen, choose, thread: thread?.session.id === sessionId ? thread : null }
}

export type Previewed = ReturnType<typeof usePreviewed>
