'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { focusField, SCRIM } from './dialog'
import { useReturnFocus } from './use-return-focus'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Spoken; the sheet shows its own heading. */
  title: string
  side: 'left' | 'right'
  /** Such as a width; the sheet never exceeds the screen. */
  className?: string
  /** Escape closes the sheet, unless this prevents it: for a field that has its own use of it. */
  onEscapeKeyDown?: (event: KeyboardEvent) => void
  /** Where the focus goes when it opens; else to the first field. */
  onOpenAutoFocus?: (event: Event) => void
  children: ReactNode
}

/** A drawer from the side, over the page. */
export function Sheet({
  open,
  onOpenChange,
  title,
  side,
  className,
  onEscapeKeyDown,
  onOpenAutoFocus = focusField,
  children,
}: Props) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={onOpenAutoFocus}
          onEscapeKeyDown={onEscapeKeyDown}
          onCloseAutoFocus={returnFocus}
          className={classes(
            'fixed inset-y-0 z-50 flex max-w-full flex-col bg-paper shadow-lift outline-none',
            side === 'left' ? 'left-0 animate-from-left' : 'right-0 animate-from-right',
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
