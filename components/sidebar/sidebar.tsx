'use client'

import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useCalendar } from './calendar'
import { FoundSessions } from './found-sessions'
import { ListFailure } from './list-failure'
import { NewChatLink } from './new-chat-link'
import { SessionGroups } from './session-groups'
import { SidebarFoot } from './sidebar-foot'
import { SourceMenu } from './source-menu'
import { SourceNote } from './source-note'
import { SOURCE_WORDS } from './source-words'
import { TitleFilter } from './title-filter'
import type { useListSource } from './use-list-source'
import { useTitleFilter } from './use-title-filter'
import { Wordmark } from './wordmark'

type Props = {
  /** When and where the server rendered it. */
  rendered: { now: string; timeZone: string }
  list: ReturnType<typeof useListSource>
  /** Given in a drawer. */
  onClose?: () => void
}

export function Sidebar({ rendered, list, onClose }: Props) {
  const calendar = useCalendar(rendered)
  const nav = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const { found, failure } = useTitleFilter(text, list.source)
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
      <nav ref={nav} aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
        <div className="shrink-0 px-2 pb-1">
          <NewChatLink onNavigate={onClose} />
          <TitleFilter
            text={text}
            onChange={setText}
            first={() => nav.current?.querySelector<HTMLElement>('[data-session]') ?? null}
          >
            <SourceMenu source={list.source} onChoose={list.choose} />
          </TitleFilter>
          <SourceNote source={list.source} onShowAll={() => list.choose(null)} />
        </div>
        <ListFailure />
        {failure && (
          <p role="alert" className="px-5 py-2 text-small text-warn">
            The titles could not be looked through. {failure}
          </p>
        )}
        {found ? (
          <FoundSessions found={found} calendar={calendar} onNavigate={onClose} />
        ) : (
          <SessionGroups
            key={list.source ?? 'all'}
            calendar={calendar}
            sought={null}
            name={list.source ?? 'all'}
            empty={SOURCE_WORDS[list.source ?? 'all'].empty}
            onNavigate={onClose}
          />
        )}
      </nav>
      <SidebarFoot onNavigate={onClose} />
    </div>
  )
}
