'use client'

import type { ReactNode } from 'react'
import { ContextProvider } from '@/components/context/context-provider'
import { ContextPanelFrame } from '@/components/context/panel/context-panel-frame'
import { useContextActions, useShownContext } from '@/components/context/shown-context'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import type { MessageView } from '@/lib/schemas/message'
import type { ModelItem } from '@/lib/schemas/model'
import type { SessionView } from '@/lib/schemas/session'
import type { ThreadView as ThreadData } from '@/lib/schemas/thread'
import { Composer } from './composer/composer'
import { ThreadHeader } from './header/thread-header'
import { useShared } from './shared-context'
import { SharedProvider } from './shared-provider'
import { EndOfChat } from './temporary/end-of-chat'
import { useThread, useThreadActions } from './thread/thread-context'
import { ThreadProvider } from './thread/thread-provider'
import { ThreadView } from './thread/thread-view'
import { useShortcuts } from './use-shortcuts'

/** What the server puts into a page of the chat. */
export type ChatPageData = {
  /** null: a new conversation. */
  thread: ThreadData | null
  plan: ContextMapView | null
  models: readonly ModelItem[]
  defaultInstructions: string
  defaultMemory: MemorySettings
  historyTimeoutSeconds: number
  nonce: string | undefined
}

type Props = { data: ChatPageData; onCreated?: (session: SessionView) => void }

/** A conversation: header, thread and composer, and the context beside them. */
export function ChatPage({ data, onCreated }: Props) {
  return (
    <SharedProvider
      models={data.models}
      defaultInstructions={data.defaultInstructions}
      defaultMemory={data.defaultMemory}
      historyTimeoutSeconds={data.historyTimeoutSeconds}
    >
      <ThreadProvider initial={data.thread} onCreated={onCreated}>
        <ContextOfThread initialPlan={data.plan}>
          <Frame nonce={data.nonce} />
        </ContextOfThread>
      </ThreadProvider>
    </SharedProvider>
  )
}

function ContextOfThread({
  initialPlan,
  children,
}: {
  initialPlan: ContextMapView | null
  children: ReactNode
}) {
  const { session, messages, earlier, run, marks, gone, choices } = useThread()
  const { models } = useShared()
  const sessionId = session?.id ?? null
  const busy = run !== null || marks.length > 0
  const memory = session?.memory ?? null
  const conversation = { sessionId, ...choices, models, memory, messages, earlier, busy, gone }
  return (
    <ContextProvider initialPlan={initialPlan} conversation={conversation}>
      {children}
    </ContextProvider>
  )
}

function Frame({ nonce }: { nonce: string | undefined }) {
  return (
    <div className="flex min-h-0 flex-1">
      <ThreadKeys />
      <EndOfChat />
      <div className="flex min-w-0 flex-1 flex-col">
        <ThreadHeader />
        <ThreadView nonce={nonce} />
        <Composer />
      </div>
      <ContextPanelFrame />
    </div>
  )
}

/** Draws nothing: what the keys do depends on every message, and the rest of the frame does not. */
function ThreadKeys() {
  const { messages } = useThread()
  const { stop } = useThreadActions()
  const { panelOpen, shown } = useShownContext()
  const { openPanel, select } = useContextActions()
  const newest = messages.findLast(hasContext)?.id ?? null
  useShortcuts({
    stop: () => void stop(),
    panel: () => openPanel(!panelOpen),
    saw: () => select(shown.tense === 'past' ? null : newest),
  })
  return null
}

/** An answer that is done, whatever came of it: what it was sent is known. */
const hasContext = ({ role, status }: MessageView): boolean => role === 'assistant' && status !== 'streaming'
