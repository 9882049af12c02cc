'use client'

import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { classes } from './classes'
import { DIALOG, SCRIM } from './dialog'
import { useReturnFocus } from './use-return-focus'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, in full. */
  children: ReactNode
  /** A verb: what the button does. */
  confirm: string
  /** The dialog stays open until the caller closes it, so that a failure can be shown in it. */
  onConfirm: () => void
  busy?: boolean
  destroys?: boolean
}

export function AlertDialog({
  open,
  onOpenChange,
  title,
  children,
  confirm,
  onConfirm,
  busy = false,
  destroys = false,
}: Props) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content className={classes(DIALOG, 'max-w-112 p-5')} onCloseAutoFocus={returnFocus}>
          <Radix.Title className="font-semibold text-body">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 flex flex-col gap-2 text-ink-2 text-ui">{children}</div>
          </Radix.Description>
          <footer className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button variant={destroys ? 'danger' : 'primary'} onClick={onConfirm} disabled={busy}>
              {confirm}
            </Button>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
