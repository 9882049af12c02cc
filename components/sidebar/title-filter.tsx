'use client'

import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { isPressed, type Shortcut } from '@/components/ui/shortcut'
import { ShortcutKeys } from '@/components/ui/shortcut-keys'
import { TITLE_MAX } from '@/lib/schemas/title-text'

export const FILTER: Shortcut = { key: 'K', code: 'KeyK', shift: false }

type Props = {
  text: string
  onChange: (text: string) => void
  /** The first conversation found, to go on to or to open. */
  first: () => HTMLElement | null
  /** Stands at its end. */
  children?: ReactNode
}

/** Escape empties it, arrow down leads into what was found, Enter opens the first. */
export function TitleFilter({ text, onChange, first, children }: Props) {
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Of two sidebars, beside the thread and in the drawer, one at most is on the screen.
      if (!isPressed(FILTER, event) || !field.current?.getClientRects().length) return
      event.preventDefault()
      field.current.focus()
      field.current.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  return (
    <div className="relative mt-1 flex h-9 items-center border-rule border-b ps-3 transition-colors has-[input:focus]:border-accent pointer-coarse:h-11">
      <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={TITLE_MAX}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        aria-label="Filter conversations by title"
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Filter by title"
        className="h-full min-w-0 flex-1 bg-transparent px-2 text-ink text-ui outline-none pointer-coarse:text-body [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape' && text !== '') onChange('')
          else if (event.key === 'ArrowDown') first()?.focus()
          else if (event.key === 'Enter' && text !== '') first()?.click()
          else return
          event.preventDefault()
        }}
      />
      {text === '' ? (
        <span aria-hidden className="me-2 pointer-coarse:hidden">
          <ShortcutKeys shortcut={FILTER} />
        </span>
      ) : (
        <IconButton
          icon={X}
          label="Clear the filter"
          size="small"
          className="pointer-coarse:size-11"
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        />
      )}
      {children}
    </div>
  )
}
