import { createContext, useContext } from 'react'
import type { AnswerContext, ContextMapView } from '@/lib/schemas/context-map'
import type { SessionMemory } from '@/lib/schemas/memory-settings'
import type { LineState, Shown } from './line-state'
import type { BracketPart } from './summary-bracket'

/** What the line and the panel show: the next turn, or the one of an answer that was selected. */
export type ContextShown = {
  shown: Shown
  map: ContextMapView | null
  /** By the id of a message. */
  states: ReadonlyMap<string, LineState>
  /** By the id of a message; only those that the range of a summary spans. */
  bracket: ReadonlyMap<string, BracketPart>
  /** The ids of messages that are pinned now. */
  pinned: ReadonlySet<string>
  /** All that was sent, as it was; null for the next turn, and while it loads. */
  exactly: Pick<AnswerContext, 'sent' | 'tools'> | null
  loading: boolean
  failure: string | null
  /** The conversation was deleted: what is known of it stays as it was. */
  gone: boolean
  /** The next turn, whatever is shown. */
  plan: ContextMapView | null
  /** Why `plan` is one of before, in a sentence; null: it is that of the next turn as it now stands. */
  planFailure: string | null
  panelOpen: boolean
  /** The id of the message whose row the panel points at, or `AT_SUMMARY`. */
  pointedAt: string | null
}

export type ContextActions = {
  setDraft(draft: string): void
  /** Shows the next turn as it would be with these settings; null: with those that count. */
  tryMemory(memory: SessionMemory | null): void
  /** Shows the context of an answer; null: of the next turn. */
  select(answerId: string | null): void
  openPanel(open: boolean): void
  /** Opens the panel at a message's row, or with `AT_SUMMARY` at the summary. */
  pointAt(place: string): void
}

/** In the place of a message's id. */
export const AT_SUMMARY = 'summary'

export const ShownContext = createContext<ContextShown | null>(null)
export const ContextActionsContext = createContext<ContextActions | null>(null)

export function useShownContext(): ContextShown {
  const value = useContext(ShownContext)
  if (!value) throw new Error('useShownContext needs a ContextProvider above it.')
  return value
}

export function useContextActions(): ContextActions {
  const value = useContext(ContextActionsContext)
  if (!value) throw new Error('useContextActions needs a ContextProvider above it.')
  return value
}
