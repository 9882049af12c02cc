import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { planNext } from '@/components/api/context'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SessionMemory } from '@/lib/schemas/memory-settings'

type Asked = {
  /** null: nothing is asked. */
  sessionId: string | null
  model: string | null
  draft: string
  /** One plan is made by each; null: by what counts now. */
  memories: readonly (SessionMemory | null)[]
  /** Changes whenever the conversation does. */
  revision: string
}

/** How long a change waits for the next one, in ms. */
const REST = 120

/** The next turn by several settings, made together so that they can be compared; the last ones stay meanwhile. */
export function usePlans({ sessionId, model, draft, memories, revision }: Asked) {
  const [plans, setPlans] = useState<readonly ContextMapView[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const key = JSON.stringify(memories)
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is for `memories`, `revision` for the conversation.
  useEffect(() => {
    if (sessionId === null) return
    const rest = isFirst.current ? 0 : REST
    isFirst.current = false
    const abort = new AbortController()
    const { signal } = abort
    const timer = setTimeout(async () => {
      try {
        const asked = memories.map((memory) => planNext({ sessionId, model, draft, memory }, { signal }))
        setPlans(await Promise.all(asked))
        setFailure(null)
      } catch (error) {
        if (!signal.aborted) setFailure(sentenceOf(error))
      }
    }, rest)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [sessionId, model, draft, key, revision])

  return { plans, failure }
}
