import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { listJobs } from '@/components/api/jobs'
import type { JobList } from '@/lib/schemas/job'

const LOOK_MS = 4_000

/** `at`: when the list was read, in ms since 1970. */
type Found = { list: JobList | null; at: number; failure: string | null }

/** What waits and what failed, looked at again and again as long as the page is seen. */
export function useJobs() {
  const [found, setFound] = useState<Found>({ list: null, at: 0, failure: null })

  const look = useCallback(async (signal?: AbortSignal) => {
    try {
      const list = await listJobs({ signal })
      setFound({ list, at: Date.now(), failure: null })
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
    return () => {
      leaving.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [look])

  return { ...found, look: () => look() }
}
