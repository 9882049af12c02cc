import { useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { previewSummaryPrompt } from '@/components/api/context'
import type { SessionItem } from '@/lib/schemas/session'
import type { SummaryPromptPreview } from '@/lib/schemas/summary-prompt'

/** How long typing must rest, in ms. */
const REST = 300

type Loaded = { sessionId: string; preview: SummaryPromptPreview | null; failure: string | null }

/** What would be sent for the next summary of a session; the last one of it stays while another is asked for. */
export function useSummaryPrompt(
  session: Pick<SessionItem, 'id' | 'revision'> | null,
  prompt: string | null,
) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const sessionId = session?.id ?? null
  const revision = session?.revision ?? ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what the server has of the session.
  useEffect(() => {
    if (sessionId === null) return
    const abort = new AbortController()
    const { signal } = abort
    const timer = setTimeout(() => {
      previewSummaryPrompt({ sessionId, prompt }, { signal }).then(
        (preview) => setLoaded({ sessionId, preview, failure: null }),
        (error: unknown) => {
          if (!signal.aborted) setLoaded({ sessionId, preview: null, failure: sentenceOf(error) })
        },
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [sessionId, revision, prompt])

  const current = loaded?.sessionId === sessionId ? loaded : null
  return { preview: current?.preview ?? null, failure: current?.failure ?? null }
}
