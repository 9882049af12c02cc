import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { listModels } from '@/components/api/models'
import type { ModelItem } from '@/lib/schemas/model'

type Found = { models: ModelItem[] | null; failure: string | null; looking: boolean }

/** The models that can be chosen, looked for when the page opens and again when asked. */
export function useModels() {
  const [found, setFound] = useState<Found>({ models: null, failure: null, looking: true })

  const look = useCallback(async (signal?: AbortSignal) => {
    setFound((before) => ({ ...before, looking: true }))
    try {
      const { models } = await listModels({ signal })
      setFound({ models, failure: null, looking: false })
    } catch (error) {
      if (signal?.aborted) return
      setFound((before) => ({ ...before, failure: sentenceOf(error), looking: false }))
    }
  }, [])

  useEffect(() => {
    const abort = new AbortController()
    void look(abort.signal)
    return () => abort.abort()
  }, [look])

  return { ...found, lookAgain: () => look() }
}
