'use client'

import { Bookmark, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { Menu, MenuItem } from '@/components/ui/menu'

type Props = {
  title: string
  /** Each is offered where it is given. */
  onRename?: () => void
  onKeep?: () => void
  onDelete: () => void
}

/** What can be done with a row's conversation. */
export function RowMenu({ title, onRename, onKeep, onDelete }: Props) {
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
      {onKeep && (
        <MenuItem icon={Bookmark} onSelect={onKeep}>
          Keep this chat
        </MenuItem>
      )}
      {onRename && (
        <MenuItem icon={Pencil} onSelect={onRename}>
          Rename
        </MenuItem>
      )}
      <MenuItem icon={Trash2} destroys onSelect={onDelete}>
        Delete…
      </MenuItem>
    </Menu>
  )
}
