import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { planNext } from '@/components/api/context'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SessionMemory } from '@/lib/schemas/memory-settings'

type Planned = {
  sessionId: string | null
  model: string | null
  draft: string
  /** Settings that are tried; null: none. */
  memory: SessionMemory | null
  /** Changes whenever the thread does. */
  revision: string
  /** While an answer is written or a mark stored the next turn is not yet known. */
  paused: boolean
}

/** How long typing must rest, in ms: longer for a draft that takes longer to send and count. */
const restFor = (draft: string) => 180 + Math.min(2_000, draft.length / 400)

/**
 * What the next turn would hold, kept up to date. The last plan stays while a new one is made, or fails: with `failure`
 * it is one of before. Where the network was gone, another is made once it is back.
 */
export function usePlan(initial: ContextMapView | null, planned: Planned) {
  const { sessionId, model, draft, memory, revision, paused } = planned
  const [plan, setPlan] = useState(initial)
  const [failure, setFailure] = useState<string | null>(null)
  // Only typing waits: what was sent or changed shows at once.
  const typed = useRef(draft)
  const returns = useReturns()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for the thread as the server has it, `returns` for the network.
  useEffect(() => {
    if (paused) return
    const rest = draft === typed.current ? 0 : restFor(draft)
    typed.current = draft
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        setPlan(await planNext({ sessionId, model, draft, memory }, { signal: abort.signal }))
        setFailure(null)
      } catch (error) {
        if (!abort.signal.aborted) setFailure(sentenceOf(error))
      }
    }, rest)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [sessionId, model, draft, memory, revision, paused, returns])

  return { plan, failure }
}

/** How often the network has come back. */
function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const count = () => setReturns((now) => now + 1)
    window.addEventListener('online', count)
    return () => window.removeEventListener('online', count)
  }, [])
  return returns
}
