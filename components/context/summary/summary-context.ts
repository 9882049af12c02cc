import { createContext, useContext } from 'react'
import { NO_SUMMARIES, type Summaries, type SummaryStore } from './summary-store'

export const SummaryContext = createContext<Summaries>(NO_SUMMARIES)
/** null: of a conversation that does not exist yet. */
export const SummaryStoreContext = createContext<SummaryStore | null>(null)

/** What is known of the versions of the conversation's summary. */
export const useSummaries = (): Summaries => useContext(SummaryContext)
