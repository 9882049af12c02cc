import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { getMemoryState } from '@/components/api/memory'
import { onSessionNews } from '@/components/sessions/session-news'
import type { MemoryState } from '@/lib/schemas/recall'

const LOOK_MS = 4_000

/** How the index stands, looked at again and again as long as the page is seen; null until it is known. */
export function useMemoryState() {
  const [found, setFound] = useState<{ state: MemoryState | null; failure: string | null }>({
    state: null,
    failure: null,
  })

  const look = useCallback(async (signal?: AbortSignal) => {
    try {
      setFound({ state: await getMemoryState({ signal }), failure: null })
    } catch (error) {
      if (!signal?.aborted) setFound((before) => ({ ...before, failure: sentenceOf(error) }))
    }
  }, [])

  useEffect(() => {
    const leaving = new AbortController()
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') void look(leaving.signal)
    }
    lookIfSeen()
    const timer = setInterval(lookIfSeen, LOOK_MS)
    document.addEventListener('visibilitychange', lookIfSeen)
    const leaveNews = onSessionNews(lookIfSeen)
    return () => {
      leaving.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
      leaveNews()
    }
  }, [look])

  return { ...found, look: () => look() }
}
