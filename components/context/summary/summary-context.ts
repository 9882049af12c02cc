import { createContext, useContext } from 'react'
import type { Summaries, SummaryStore } from './summary-store'

export const NO_SUMMARIES: Summaries = { list: null, failure: null, changes: 0 }

export const SummaryContext = createContext<Summaries>(NO_SUMMARIES)
/** null: of a conversation that does not exist yet. */
export const SummaryStoreContext = createContext<SummaryStore | null>(null)

/** What is known of the versions of the conversation's summary. */
export const useSummaries = (): Summaries => useContext(SummaryContext)
