import { useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { getThread } from '@/components/api/sessions'
import { visibleSessions } from '@/components/sessions/session-list'
import { useSessionList } from '@/components/sessions/session-store-context'
import type { ThreadView } from '@/lib/schemas/thread'

/** How many of the newest conversations one can choose from. */
const OFFERED = 12

type Read = { sessionId: string; thread: ThreadView | null; failure: string | null }

/**
 * The conversation that settings are shown with: the newest one, until another is chosen. `chosen` is null where there
 * is none, `thread` until it is read; `failure` is why it cannot be, in a sentence.
 */
export function usePreviewed() {
  const offered = visibleSessions(useSessionList()).slice(0, OFFERED)
  const [id, choose] = useState<string | null>(null)
  const chosen = offered.find((session) => session.id === id) ?? offered[0] ?? null
  const [read, setRead] = useState<Read | null>(null)

  const sessionId = chosen?.id ?? null
  const revision = chosen?.revision ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what the server has of it.
  useEffect(() => {
    if (sessionId === null) return
    const abort = new AbortController()
    getThread(sessionId, { signal: abort.signal }).then(
      (thread) => setRead({ sessionId, thread, failure: null }),
      (error: unknown) => {
        if (!abort.signal.aborted) setRead({ sessionId, thread: null, failure: sentenceOf(error) })
      },
    )
    return () => abort.abort()
  }, [sessionId, revision])

  const current = read?.sessionId === sessionId ? read : null
  return { offered, chosen, choose, thread: current?.thread ?? null, failure: current?.failure ?? null }
}

export type Previewed = ReturnType<typeof usePreviewed>
