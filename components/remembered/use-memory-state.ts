import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { getMemoryState } from '@/components/api/memory'
import { useWhileSeen } from '@/components/api/use-while-seen'
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

  useWhileSeen(look, LOOK_MS)
  useEffect(() => onSessionNews(() => void look()), [look])

  return { ...found, look: () => look() }
}
