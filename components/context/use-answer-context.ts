import { useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { getAnswerContext } from '@/components/api/context'
import type { AnswerContext } from '@/lib/schemas/context-map'

type Loaded = { answerId: string; context: AnswerContext | null; failure: string | null }

/** The stored context of an answer; null until it is there. */
export function useAnswerContext(answerId: string | null) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (answerId === null) return
    const abort = new AbortController()
    getAnswerContext(answerId, { signal: abort.signal }).then(
      (context) => setLoaded({ answerId, context, failure: null }),
      (error: unknown) => {
        if (!abort.signal.aborted) setLoaded({ answerId, context: null, failure: sentenceOf(error) })
      },
    )
    return () => abort.abort()
  }, [answerId])
  const current = loaded?.answerId === answerId ? loaded : null
  return {
    context: current?.context ?? null,
    failure: current?.failure ?? null,
    loading: answerId !== null && !current,
  }
}
