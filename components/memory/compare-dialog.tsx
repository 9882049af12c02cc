'use client'

import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { useConversation } from '@/components/context/conversation'
import { useSummaries } from '@/components/context/summary/summary-context'
import { Dialog } from '@/components/ui/dialog'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import { CompareColumn } from './compare-column'
import { CompareMessages } from './compare-messages'
import { differenceInWords } from './difference-words'
import { effectOf } from './effect'
import { isSameMemory } from './own-memory'
import { usePlans } from './use-plans'

type Props = {
  onClose: () => void
  /** Those that count, which A begins with. */
  now: MemorySettings
  /** Those that B begins with; where they are the same, with a short window. */
  tried: MemorySettings
  draft: string
  /** Gives them to the conversation. */
  onUse: (settings: MemorySettings) => Promise<void>
}

/** In exchanges. */
const SHORT_WINDOW = 5

/** Two settings on the same conversation: what each would send and leave out, by plans alone. No model is called. */
export function CompareDialog({ onClose, now, tried, draft, onUse }: Props) {
  const [a, setA] = useState(now)
  const [b, setB] = useState(() =>
    isSameMemory(now, tried)
      ? { ...now, maxExchanges: now.maxExchanges === SHORT_WINDOW ? null : SHORT_WINDOW }
      : tried,
  )
  const [unsaved, setUnsaved] = useState<string | null>(null)
  const { sessionId, model, messages, earlier, busy } = useConversation()
  const { changes } = useSummaries()
  const { plans, failure } = usePlans({
    sessionId,
    model,
    draft,
    memories: [a, b],
    revision: `${messages.length}/${busy}/${changes}`,
  })
  const [mapA, mapB] = plans ?? []
  const loaded = { messages, earlier }

  const use = async (settings: MemorySettings) => {
    setUnsaved(null)
    await onUse(settings).catch((error: unknown) => setUnsaved(sentenceOf(error)))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      page
      title="Compare two settings"
      description="What the next turn of this conversation would hold by each. Nothing is sent."
    >
      <div className="flex flex-col gap-6">
        <p className="min-h-10 border-accent border-s-3 ps-3" aria-live="polite">
          {failure ??
            (mapA && mapB
              ? differenceInWords(effectOf(mapA, loaded), effectOf(mapB, loaded))
              : 'Planning both turns…')}
        </p>
        {unsaved && (
          <p role="alert" className="text-danger">
            Not saved. {unsaved}
          </p>
        )}
        <div className="grid gap-x-8 gap-y-6 drawer:grid-cols-2">
          <CompareColumn name="A" settings={a} map={mapA} now={now} onChange={setA} onUse={use} />
          <CompareColumn name="B" settings={b} map={mapB} now={now} onChange={setB} onUse={use} />
        </div>
        {mapA && mapB && <CompareMessages a={mapA} b={mapB} />}
      </div>
    </Dialog>
  )
}
