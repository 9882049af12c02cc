'use client'

import Link from 'next/link'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { pathOfSession } from '@/components/sessions/session-path'
import { classes } from '@/components/ui/classes'
import type { SessionItem } from '@/lib/schemas/session'
import { KindMark } from './kind-mark'
import { MarkedTitle } from './marked-title'
import { RowMenu } from './row-menu'
import { SessionMark } from './session-mark'
import { TitleField } from './title-field'
import { usePrefetch } from './use-prefetch'

type Props = {
  session: SessionItem
  /** Its number in its group, from 0, and how many the group has; -1: nobody knows yet. */
  place: number
  of: number
  current: boolean
  /** What a filter looked for, folded; null: nothing. */
  sought: string | null
  timeZone: string
  onRename: (id: string, title: string) => void
  onKeep: (id: string) => void
  onDelete: (session: SessionItem) => void
  onNavigate?: () => void
}

/**
 * F2 renames, Delete deletes; a menu offers the same. A temporary one has no title to change: its menu keeps it. Not
 * drawn anew unless it changed: the list is, with every step of the wheel.
 */
export const SessionRow = memo(function SessionRow({
  session,
  place,
  of,
  current,
  sought,
  timeZone,
  onRename,
  onKeep,
  onDelete,
  onNavigate,
}: Props) {
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const backToLink = useRef(false)
  const { id, title, answering, temporary } = session
  const unread = session.unread && !current
  const { wanted, ...intent } = usePrefetch()

  useEffect(() => {
    if (renaming || !backToLink.current) return
    backToLink.current = false
    link.current?.focus()
  }, [renaming])

  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'F2' && !temporary) setRenaming(true)
    else if (event.key === 'Delete') onDelete(session)
    else return
    event.preventDefault()
  }

  return (
    <li
      data-row={id}
      aria-posinset={place + 1}
      aria-setsize={of}
      style={{ top: `calc(var(--row) * ${place})` }}
      className={classes(
        'group absolute inset-x-0 flex items-center rounded-md',
        'h-8 focus-within:bg-hover hover:bg-hover pointer-coarse:h-11',
        current &&
          'bg-hover before:absolute before:inset-y-1.5 before:start-0 before:w-0.75 before:bg-accent',
      )}
    >
      {renaming ? (
        <TitleField
          title={title}
          onEnd={(next, byKey) => {
            backToLink.current = byKey
            setRenaming(false)
            if (next !== null) onRename(id, next)
          }}
        />
      ) : (
        <>
          <Link
            ref={link}
            data-session={id}
            href={pathOfSession(id)}
            prefetch={wanted}
            aria-current={current ? 'page' : undefined}
            aria-keyshortcuts={temporary ? 'Delete' : 'F2 Delete'}
            onClick={onNavigate}
            onKeyDown={pressKey}
            {...intent}
            onDoubleClick={() => !temporary && setRenaming(true)}
            className={classes(
              'flex h-full min-w-0 flex-1 items-center gap-2 rounded-md ps-3 pe-2 text-ui outline-offset-[-2px]',
              // The menu's button takes the place of the mark.
              'group-focus-within:pe-9 group-hover:pe-9 pointer-coarse:pe-11 group-has-data-[state=open]:pe-9',
              current || unread ? 'text-ink' : 'text-ink-2',
              unread && 'font-semibold',
            )}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-start" title={title}>
              <MarkedTitle title={title} sought={sought} />
            </span>
            <KindMark session={session} timeZone={timeZone} />
            <SessionMark answering={answering} unread={unread} />
          </Link>
          <RowMenu
            title={title}
            onRename={temporary ? undefined : () => setRenaming(true)}
            onKeep={temporary ? () => onKeep(id) : undefined}
            onDelete={() => onDelete(session)}
          />
        </>
      )}
    </li>
  )
})
