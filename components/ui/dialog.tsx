'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { IconButton } from './icon-button'
import { useReturnFocus } from './use-return-focus'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Buttons, the most usual last. */
  footer?: ReactNode
  wide?: boolean
  /** As wide as a page, and on a narrow screen all of it. */
  page?: boolean
  children?: ReactNode
}

/** On the same level as what it lies under: the one that was opened last covers all before. */
export const SCRIM = 'fixed inset-0 z-50 animate-fade bg-scrim'

export const DIALOG =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 animate-fade flex-col rounded-md bg-float shadow-lift outline-none'

const PAGE = 'max-w-240 max-drawer:h-dvh max-drawer:max-h-none! max-drawer:w-screen! max-drawer:rounded-none'

/** The first field, else the dialog itself: a focused button would show its tooltip over what is to be read. */
export function focusField(event: Event): void {
  const content = event.target
  if (!(content instanceof HTMLElement)) return
  event.preventDefault()
  const field = content.querySelector<HTMLElement>('input, textarea, select')
  ;(field ?? content).focus()
}

export function Dialog({ open, onOpenChange, title, description, footer, wide, page, children }: Props) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          onOpenAutoFocus={focusField}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          className={classes(DIALOG, page ? PAGE : wide ? 'max-w-160' : 'max-w-112')}
        >
          <header className="flex items-start gap-2 pt-4 pr-3 pb-2 pl-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-body">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-2 text-ui">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" size="small" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 text-ui">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-5 pb-5">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
