'use client'

import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Shortcut } from './shortcut'
import { ShortcutKeys } from './shortcut-keys'

type Props = {
  /** A sentence or a name; for one that is spoken as well, the trigger needs its own `aria-label`. */
  text: ReactNode
  shortcut?: Shortcut
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

export function Tooltip({ text, shortcut, side = 'top', children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-fade items-center gap-2 rounded-md bg-float px-2 py-1 text-ink text-small shadow-lift"
        >
          {text}
          {shortcut && <ShortcutKeys shortcut={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
