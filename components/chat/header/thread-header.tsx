'use client'

import { PanelRight } from 'lucide-react'
import { useContextActions, useShownContext } from '@/components/context/shown-context'
import { OpenSidebarButton } from '@/components/sidebar/open-sidebar-button'
import { IconButton } from '@/components/ui/icon-button'
import { Ending } from '../temporary/ending'
import { TemporaryTitle } from '../temporary/temporary-title'
import { useThread } from '../thread/thread-context'
import { PANEL } from '../use-shortcuts'
import { ThreadMenu } from './thread-menu'
import { ThreadTitle } from './thread-title'

export function ThreadHeader() {
  const { session, temporary, gone } = useThread()
  const { panelOpen } = useShownContext()
  const { openPanel } = useContextActions()
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 ps-2 pe-2 drawer:ps-5">
      <OpenSidebarButton />
      <div className="min-w-0 flex-1">
        {session === null ? (
          <p className="px-2 text-ink-3 text-ui">{temporary ? 'New temporary chat' : 'New chat'}</p>
        ) : temporary ? (
          <TemporaryTitle />
        ) : (
          <div className="flex min-w-0 drawer:items-baseline max-drawer:flex-col">
            <ThreadTitle session={session} />
            <div className="min-w-0 px-2">
              <Ending />
            </div>
          </div>
        )}
      </div>
      {session && !gone && <ThreadMenu session={session} />}
      <IconButton
        icon={PanelRight}
        label={panelOpen ? 'Close the context panel' : 'What the model will see'}
        shortcut={PANEL}
        side="bottom"
        aria-pressed={panelOpen}
        onClick={() => openPanel(!panelOpen)}
      />
    </header>
  )
}
