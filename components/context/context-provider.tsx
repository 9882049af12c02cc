'use client'

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SessionMemory } from '@/lib/schemas/memory-settings'
import type { MessageView } from '@/lib/schemas/message'
import { type Conversation, ConversationContext } from './conversation'
import { lineStates, type Shown } from './line-state'
import { isNeverCalled } from './never-called'
import { type ContextActions, ContextActionsContext, type ContextShown, ShownContext } from './shown-context'
import { SummaryContext, SummaryStoreContext } from './summary/summary-context'
import { useSummaryStore } from './summary/use-summary-store'
import { summaryBracket } from './summary-bracket'
import { useAnswerContext } from './use-answer-context'
import { usePanelOpen } from './use-panel-open'
import { usePlan } from './use-plan'

type Props = {
  /** The plan as the server made it with the page, so that the line is there at once. */
  initialPlan: ContextMapView | null
  conversation: Conversation
  children: ReactNode
}

/** What the model sees of a conversation. */
export function ContextProvider({ initialPlan, conversation, children }: Props) {
  const { sessionId, model, instructions, memory, messages, busy, gone } = conversation
  const [draft, setDraft] = useState('')
  const [tried, tryMemory] = useState<SessionMemory | null>(null)
  const [answerId, setAnswerId] = useState<string | null>(null)
  const [pointedAt, setPointedAt] = useState<string | null>(null)
  const [panelOpen, openPanel] = usePanelOpen()

  // The messages' texts do not matter here, only which there are, how they ended and how they are marked.
  const revision = busy ? '' : messages.map((message) => `${keyOf(message)}:${message.status}`).join()
  const [store, summaries] = useSummaryStore(sessionId)
  const { plan, failure } = usePlan(initialPlan, {
    sessionId,
    model,
    draft,
    memory: tried,
    revision: `${revision}/${instructions ?? ''}/${JSON.stringify(memory)}/${summaries.changes}`,
    paused: busy || gone,
  })
  // Where nobody looks at the summaries, they matter once one is missing, and to what is tried.
  const isMissing = plan !== null && plan.owed !== null
  const looked = !busy && !gone && (panelOpen || isMissing || tried !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one may be due after every change of the thread.
  useEffect(() => {
    if (looked) store?.look()
  }, [store, looked, revision])
  const past = useAnswerContext(answerId)

  const answer = messages.find(({ id }) => id === answerId)
  const unsent = answer !== undefined && isNeverCalled(answer)

  const map = answerId === null ? plan : (past.context?.map ?? null)
  // A growing answer changes its message at every frame, but not which messages there are, nor their marks.
  const structure = messages.map(keyOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `structure` stands for `messages`.
  const states = useMemo(() => {
    const shown: Shown =
      answerId === null ? { tense: 'next' } : { tense: 'past', answerId, ...(unsent && { unsent }) }
    return {
      shown,
      states: lineStates(messages, map, shown),
      bracket: summaryBracket(messages, map),
      pinned: new Set(messages.filter(({ pinned }) => pinned).map(({ id }) => id)),
    }
  }, [structure, map, answerId, unsent])

  const value = useMemo<ContextShown>(
    () => ({
      ...states,
      map,
      exactly: answerId === null ? null : past.context,
      loading: past.loading,
      failure: answerId === null ? failure : past.failure,
      gone,
      plan,
      planFailure: failure,
      panelOpen,
      pointedAt,
    }),
    [
      states,
      map,
      answerId,
      past.context,
      past.loading,
      past.failure,
      failure,
      gone,
      plan,
      panelOpen,
      pointedAt,
    ],
  )
  const actions = useMemo<ContextActions>(
    () => ({
      setDraft,
      tryMemory,
      select(next) {
        setAnswerId(next)
        setPointedAt(null)
        if (next !== null) openPanel(true)
      },
      openPanel(open) {
        if (!open) {
          setAnswerId(null)
          setPointedAt(null)
        }
        openPanel(open)
      },
      pointAt(place) {
        setPointedAt(place)
        openPanel(true)
      },
    }),
    [openPanel],
  )
  return (
    <ContextActionsContext value={actions}>
      <ConversationContext value={conversation}>
        <SummaryStoreContext value={store}>
          <SummaryContext value={summaries}>
            <ShownContext value={value}>{children}</ShownContext>
          </SummaryContext>
        </SummaryStoreContext>
      </ConversationContext>
    </ContextActionsContext>
  )
}

const keyOf = ({ id, pinned, excluded }: MessageView): string =>
  `${id}${pinned ? '+' : ''}${excluded ? '-' : ''}`
