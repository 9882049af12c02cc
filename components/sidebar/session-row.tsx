'use client'

import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { pathOfSession } from '@/components/sessions/session-path'
import { classes } from '@/components/ui/classes'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { SessionItem } from '@/lib/schemas/session'
import { MarkedTitle } from './marked-title'
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
  onRename: (id: string, title: string) => void
  onDelete: (session: SessionItem) => void
  onNavigate?: () => void
}

/**
 * F2 renames, Delete deletes; a menu offers the same. Not drawn anew unless it changed: the list is, with every step of
 * the wheel.
 */
export const SessionRow = memo(function SessionRow({
  session,
  place,
  of,
  current,
  sought,
  onRename,
  onDelete,
  onNavigate,
}: Props) {
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const backToLink = useRef(false)
  const { id, title, answering } = session
  const unread = session.unread && !current
  const { wanted, ...intent } = usePrefetch()

  useEffect(() => {
    if (renaming || !backToLink.current) return
    backToLink.current = false
    link.current?.focus()
  }, [renaming])

  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true)
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
            aria-keyshortcuts="F2 Delete"
            onClick={onNavigate}
            onKeyDown={pressKey}
            {...intent}
            onDoubleClick={() => setRenaming(true)}
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
            <SessionMark answering={answering} unread={unread} />
          </Link>
          <RowMenu title={title} onRename={() => setRenaming(true)} onDelete={() => onDelete(session)} />
        </>
      )}
    </li>
  )
})

type RowMenuProps = { title: string; onRename: () => void; onDelete: () => void }

function RowMenu({ title, onRename, onDelete }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`More for “${title}”`}
          className={classes(
            'absolute end-1 flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 opacity-0 outline-offset-0 hover:text-ink',
            'focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:size-9 pointer-coarse:opacity-100 data-[state=open]:opacity-100',
          )}
        >
          <Ellipsis size={16} aria-hidden />
        </button>
      }
    >
      <MenuItem icon={Pencil} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon={Trash2} destroys onSelect={onDelete}>
        Delete…
      </MenuItem>
    </Menu>
  )
}
