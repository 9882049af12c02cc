'use client'

import { Sheet } from '@/components/ui/sheet'
import { useContextActions, useShownContext } from '../shown-context'
import { useWide } from '../use-wide'
import { ContextPanel } from './context-panel'

/** The panel beside the thread; on a screen without the room, over it. */
export function ContextPanelFrame() {
  const { panelOpen } = useShownContext()
  const { openPanel } = useContextActions()
  const wide = useWide()
  if (!panelOpen || wide === null) return null
  if (wide) {
    return (
      <aside aria-label="Context" className="w-90 shrink-0 border-rule border-s">
        <ContextPanel />
      </aside>
    )
  }
  return (
    <Sheet open onOpenChange={openPanel} title="Context" side="right" className="w-full drawer:w-90">
      <ContextPanel />
    </Sheet>
  )
}
