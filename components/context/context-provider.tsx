'use client'

import { type ReactNode, useMemo, useState } from 'react'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SessionMemory } from '@/lib/schemas/memory-settings'
import type { MessageView } from '@/lib/schemas/message'
import { type Conversation, ConversationContext } from './conversation'
import { lineStates, type Shown } from './line-state'
import { type ContextActions, ContextActionsContext, type ContextShown, ShownContext } from './shown-context'
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
  const { plan, failure } = usePlan(initialPlan, {
    sessionId,
    model,
    draft,
    memory: tried,
    revision: `${revision}/${instructions ?? ''}/${JSON.stringify(memory)}`,
    paused: busy || gone,
  })
  const past = useAnswerContext(answerId)

  const map = answerId === null ? plan : (past.context?.map ?? null)
  // A growing answer changes its message at every frame, but not which messages there are, nor their marks.
  const structure = messages.map(keyOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `structure` stands for `messages`.
  const states = useMemo(() => {
    const shown: Shown = answerId === null ? { tense: 'next' } : { tense: 'past', answerId }
    return { shown, states: lineStates(messages, map, shown) }
  }, [structure, map, answerId])

  const value = useMemo<ContextShown>(
    () => ({
      ...states,
      map,
      sent: answerId === null ? null : (past.context?.sent ?? null),
      loading: past.loading,
      failure: answerId === null ? failure : past.failure,
      gone,
      plan,
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
      pointAt(messageId) {
        setPointedAt(messageId)
        openPanel(true)
      },
    }),
    [openPanel],
  )
  return (
    <ContextActionsContext value={actions}>
      <ConversationContext value={conversation}>
        <ShownContext value={value}>{children}</ShownContext>
      </ConversationContext>
    </ContextActionsContext>
  )
}

const keyOf = ({ id, pinned, excluded }: MessageView): string =>
  `${id}${pinned ? '+' : ''}${excluded ? '-' : ''}`
