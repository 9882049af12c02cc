'use client'

import { EffectSentence } from '@/components/memory/effect-sentence'
import { inForce } from '@/components/memory/own-memory'
import { usePlans } from '@/components/memory/use-plans'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import { PreviewedChoice } from './previewed-choice'
import { usePreviewed } from './use-previewed'

/** What the settings make of the next turn of a conversation, beside what they made of it when the page was opened. */
export function MemoryPreview({ before, now }: { before: MemorySettings; now: MemorySettings }) {
  const previewed = usePreviewed()
  const { chosen, thread } = previewed
  const own = thread?.session.memory ?? null
  const { plans, failure } = usePlans({
    sessionId: thread?.session.id ?? null,
    model: null,
    draft: '',
    memories: [inForce(before, own), inForce(now, own)],
    revision: chosen?.revision ?? '',
  })
  if (!chosen)
    return (
      <p className="text-ink-3 text-small">
        Once there is a conversation, what the settings make of it is shown here.
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      <PreviewedChoice label="What that comes to in" previewed={previewed} />
      <EffectSentence
        plans={plans}
        failure={previewed.failure ?? failure}
        loaded={thread ?? { messages: [], earlier: false }}
      />
      {own !== null && (
        <p className="text-ink-3 text-small">
          This conversation has memory settings of its own, which count before these.
        </p>
      )}
    </div>
  )
}
