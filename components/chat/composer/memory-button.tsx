'use client'

import { ChevronDown, Layers } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { memoryInShort } from '@/components/context/memory-in-short'
import { useShownContext } from '@/components/context/shown-context'
import { CompareDialog } from '@/components/memory/compare-dialog'
import { inForce, isSameMemory, ownFor, stored, type WholeMemory } from '@/components/memory/own-memory'
import { recallSettingsInWords } from '@/components/memory/recall-words'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { MemorySettings, SessionMemory } from '@/lib/schemas/memory-settings'
import { useShared } from '../shared-context'
import { useThread, useThreadActions } from '../thread/thread-context'
import { MemoryOfNewChat } from './memory-of-new-chat'
import { MemoryPopover } from './memory-popover'

/** Where the memory of this conversation stands in words, and is changed. `draft`: what the next turn is tried with. */
export function MemoryButton({ draft }: { draft: string }) {
  const { session, temporary } = useThread()
  const { remember } = useThreadActions()
  const { plan } = useShownContext()
  const { defaultMemory, reloadMemory } = useShared()
  const show = useToast()
  const trigger = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<'popover' | 'compare' | null>(null)
  const [tried, setTried] = useState<MemorySettings | null>(null)
  /** What the conversation had before it was last changed here; null: it was not. */
  const [before, setBefore] = useState<{ own: SessionMemory | null } | null>(null)

  const own = session?.memory ?? null
  const tell = (error: unknown) => show({ text: sentenceOf(error), tone: 'danger' })

  const open = (next: boolean) => {
    setShown(next ? 'popover' : null)
    if (next) void reloadMemory().catch(tell)
  }
  const save = async (next: SessionMemory | null): Promise<void> => {
    await remember(next)
    setBefore({ own })
    setShown(null)
    show({
      text: `From the next message on: ${inWords(inForce(defaultMemory, own), inForce(defaultMemory, next))}`,
      action: {
        label: 'As before',
        onPress: () => void remember(own).then(() => setBefore({ own: next }), tell),
      },
    })
  }
  const words = memoryInShort(plan?.settings ?? inForce(defaultMemory, own))
  const button = (
    <Button
      ref={trigger}
      variant="quiet"
      size="small"
      className="min-w-0 shrink! font-normal! text-ink-3! hover:text-ink-2! data-[state=open]:bg-hover"
      aria-label={`Memory: ${words}${own === null ? '' : ', set for this conversation'}`}
    >
      <Layers size={16} aria-hidden className="shrink-0 drawer:hidden" />
      <span className="truncate max-drawer:hidden">{words}</span>
      <ChevronDown size={16} aria-hidden className="shrink-0 max-drawer:hidden" />
    </Button>
  )
  if (!session) return <MemoryOfNewChat open={shown === 'popover'} onOpenChange={open} trigger={button} />
  return (
    <>
      <MemoryPopover
        open={shown === 'popover'}
        onOpenChange={open}
        trigger={button}
        draft={draft}
        temporary={temporary}
        own={own}
        defaults={defaultMemory}
        before={before && !isSameMemory(before.own, own) ? before.own : undefined}
        onSave={save}
        onCompare={(settings) => {
          // Where the focus goes back to: the popover will be gone.
          trigger.current?.focus()
          setTried(settings)
          setShown('compare')
        }}
      />
      {shown === 'compare' && tried && (
        <CompareDialog
          onClose={() => setShown(null)}
          now={inForce(defaultMemory, own)}
          tried={tried}
          draft={draft}
          onUse={(settings) => save(stored(ownFor(defaultMemory, settings)))}
        />
      )}
    </>
  )
}

/** What counts from now on; of recall only where that was changed. */
function inWords(before: WholeMemory, now: WholeMemory): string {
  const recall = recallSettingsInWords(now.recall)
  return `${memoryInShort(now)}.${recall === recallSettingsInWords(before.recall) ? '' : ` ${recall}`}`
}
