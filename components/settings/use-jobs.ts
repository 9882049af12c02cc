import { useCallback, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { listJobs } from '@/components/api/jobs'
import { useWhileSeen } from '@/components/api/use-while-seen'
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

  useWhileSeen(look, LOOK_MS)

  return { ...found, look: () => look() }
}
