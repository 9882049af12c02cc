import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { askForSummary, editSummary, listSummaries, restoreSummary } from '@/components/api/summary'
import { later } from '@/components/ui/later'
import { createSummaryStore, NO_SUMMARIES, type Summaries, type SummaryStore } from './summary-store'

const nothing = () => NO_SUMMARIES
const never = () => () => undefined

/** The versions of a conversation's summary; null for one that does not exist yet. They are read once someone looks. */
export function useSummaryStore(sessionId: string | null): [SummaryStore | null, Summaries] {
  const store = useMemo(() => {
    if (sessionId === null) return null
    return createSummaryStore({
      api: {
        list: (options) => listSummaries(sessionId, options),
        ask: (what) => askForSummary(sessionId, what),
        edit: (edit) => editSummary(sessionId, edit),
        restore: (summaryId) => restoreSummary(sessionId, summaryId),
      },
      later,
    })
  }, [sessionId])
  useEffect(() => () => store?.close(), [store])
  const summaries = useSyncExternalStore(
    store?.subscribe ?? never,
    store?.getSnapshot ?? nothing,
    store?.getSnapshot ?? nothing,
  )
  return [store, summaries]
}
