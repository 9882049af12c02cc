'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { useConversation } from '@/components/context/conversation'
import { useContextActions } from '@/components/context/shown-context'
import { useSummaries } from '@/components/context/summary/summary-context'
import { EffectSentence } from '@/components/memory/effect-sentence'
import { MemoryFields } from '@/components/memory/memory-fields'
import { memoryInWords } from '@/components/memory/memory-words'
import { inForce, isSameMemory, stored, without, withoutRecall } from '@/components/memory/own-memory'
import { RecallFields } from '@/components/memory/recall-fields'
import { recallSettingsInWords } from '@/components/memory/recall-words'
import { usePlans } from '@/components/memory/use-plans'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import type { MemorySettings, SessionMemory } from '@/lib/schemas/memory-settings'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: ReactNode
  draft: string
  temporary: boolean
  /** What is stored. */
  own: SessionMemory | null
  defaults: MemorySettings
  /** What "As before" goes back to; undefined: nothing was changed. */
  before: SessionMemory | null | undefined
  onSave: (own: SessionMemory | null) => Promise<void>
  /** With what is tried. */
  onCompare: (settings: MemorySettings) => void
}

/**
 * The memory settings of one conversation. What is tried shows at the line and the meter, until it is saved or left.
 */
export function MemoryPopover({ open, onOpenChange, trigger, onSave, onCompare, ...rest }: Props) {
  const { own: saved, defaults, before, draft, temporary } = rest
  const { tryMemory } = useContextActions()
  const [trying, setTrying] = useState<SessionMemory | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const own = trying ?? saved ?? {}
  const settings = inForce(defaults, own)
  const changed = !isSameMemory(own, saved)

  const tried = open && changed ? settings : null
  useTried(tried, tryMemory)

  const close = (next: boolean) => {
    setTrying(null)
    setFailure(null)
    onOpenChange(next)
  }
  const save = async (next: SessionMemory | null) => {
    setBusy(true)
    setFailure(null)
    try {
      await onSave(next)
      setTrying(null)
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Popover
      open={open}
      onOpenChange={close}
      trigger={trigger}
      title="Memory of this conversation"
      holdsOn={changed}
      footer={
        <>
          <Button
            variant="quiet"
            size="small"
            className="me-auto -ms-2"
            onClick={() => {
              close(false)
              onCompare(settings)
            }}
          >
            Compare two settings…
          </Button>
          {before !== undefined && (
            <Button size="small" disabled={busy} onClick={() => save(before)}>
              As before
            </Button>
          )}
          <Button
            variant="primary"
            size="small"
            disabled={busy || !changed}
            onClick={() => save(stored(own))}
          >
            Save
          </Button>
        </>
      }
    >
      <p>{memoryInWords(settings)}</p>
      <MemoryFields
        value={settings}
        onChange={(part) => setTrying({ ...own, ...part })}
        inherited={{
          has: (key) => own[key] === undefined,
          onInherit: (key, on) => setTrying(on ? without(own, key) : { ...own, [key]: settings[key] }),
        }}
      />
      <Recall own={saved?.recall !== undefined}>
        <p>{recallSettingsInWords(settings.recall, { temporary })}</p>
        <RecallFields
          value={settings.recall}
          temporary={temporary}
          onChange={(part) => setTrying({ ...own, recall: { ...own.recall, ...part } })}
          inherited={{
            has: (key) => own.recall?.[key] === undefined,
            onInherit: (key, on) =>
              setTrying(
                on
                  ? withoutRecall(own, key)
                  : { ...own, recall: { ...own.recall, [key]: settings.recall[key] } },
              ),
          }}
        />
      </Recall>
      <Effect own={saved} defaults={defaults} settings={settings} draft={draft} />
      {failure && (
        <p role="alert" className="text-danger">
          Not saved. {failure}
        </p>
      )}
    </Popover>
  )
}

/** Folded away: most conversations recall as all do. `own`: this one does not. */
function Recall({ own, children }: { own: boolean; children: ReactNode }) {
  const [open] = useState(own)
  return (
    <details open={open} className="group/recall border-rule border-y">
      <summary className="flex min-h-11 list-none items-center gap-1 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform group-open/recall:rotate-90"
        />
        Recall from other conversations
      </summary>
      <div className="flex flex-col gap-4 pb-4">{children}</div>
    </details>
  )
}

/** Tells of what is tried, and that nothing is any more once one leaves. */
function useTried(tried: MemorySettings | null, tell: (memory: SessionMemory | null) => void): void {
  const key = JSON.stringify(tried)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `tried`, a new object each time.
  useEffect(() => tell(tried), [key, tell])
  useEffect(() => () => tell(null), [tell])
}

type EffectProps = {
  own: SessionMemory | null
  defaults: MemorySettings
  settings: MemorySettings
  draft: string
}

function Effect({ own, defaults, settings, draft }: EffectProps) {
  const { sessionId, model, messages, earlier, busy } = useConversation()
  const { changes } = useSummaries()
  const { plans, failure } = usePlans({
    sessionId,
    model,
    draft,
    memories: [inForce(defaults, own), settings],
    revision: `${messages.length}/${busy}/${changes}`,
  })
  return <EffectSentence plans={plans} loaded={{ messages, earlier }} failure={failure} />
}
