'use client'

import { X } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { focusField } from './dialog'
import { IconButton } from './icon-button'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** One element that can be pressed. */
  trigger: ReactNode
  title: string
  /** Stays where something else is pressed, as long as there is something to lose. */
  holdsOn?: boolean
  /** What it holds comes later, and may be long: it opens to where there is more room. */
  tall?: boolean
  children: ReactNode
  /** Buttons, the most usual last. */
  footer?: ReactNode
}

/** A dialog beside its button, which leaves the page around it in sight and in use. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  title,
  holdsOn = false,
  tall = false,
  children,
  footer,
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [side, setSide] = useState<'top' | 'bottom'>('top')
  const change = (next: boolean) => {
    if (next && tall && button.current) setSide(roomierSide(button.current))
    onOpenChange(next)
  }
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={title}
          side={side}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={focusField}
          onInteractOutside={(event) => holdsOn && event.preventDefault()}
          className="z-40 flex max-h-(--radix-popover-content-available-height) w-108 max-w-[calc(100vw-16px)] animate-rise flex-col rounded-md bg-float shadow-lift outline-none"
        >
          <div className="flex items-center gap-2 pt-3 pr-3 pb-2 pl-5">
            <h2 className="min-w-0 flex-1 font-semibold text-ui">{title}</h2>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" size="small" />
            </Radix.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 pb-4 text-ui">
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap items-center justify-end gap-2 px-5 pt-1 pb-4">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function roomierSide(button: HTMLElement): 'top' | 'bottom' {
  const { top, bottom } = button.getBoundingClientRect()
  return top > window.innerHeight - bottom ? 'top' : 'bottom'
}
