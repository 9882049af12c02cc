'use client'

import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useCalendar } from './calendar'
import { ListFailure } from './list-failure'
import { NewChatLink } from './new-chat-link'
import { SessionGroups } from './session-groups'
import { SidebarFoot } from './sidebar-foot'
import { Wordmark } from './wordmark'

type Props = {
  /** When and where the server rendered it. */
  rendered: { now: string; timeZone: string }
  /** Given in a drawer. */
  onClose?: () => void
}

export function Sidebar({ rendered, onClose }: Props) {
  const calendar = useCalendar(rendered)
  return (
    <div className="flex min-h-0 w-full flex-1 flex-col bg-panel">
      <header className="flex h-13 shrink-0 items-center justify-between ps-4 pe-2">
        <Wordmark />
        {onClose && (
          // First in the drawer, so that it gets the focus: a tooltip would open with it.
          <Button variant="quiet" aria-label="Close the sidebar" className="size-9 px-0!" onClick={onClose}>
            <X size={16} aria-hidden />
          </Button>
        )}
      </header>
      <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
        <div className="shrink-0 px-2 pb-2">
          <NewChatLink onNavigate={onClose} />
        </div>
        <ListFailure />
        <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
          <SessionGroups calendar={calendar} onNavigate={onClose} />
        </div>
      </nav>
      <SidebarFoot onNavigate={onClose} />
    </div>
  )
}
