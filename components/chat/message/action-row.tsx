import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

type Props = {
  /** Always there; otherwise when the message is pointed at, where something can point. */
  shown: boolean
  className?: string
  children: ReactNode
}

/** What can be done with a message, below it. */
export function ActionRow({ shown, className, children }: Props) {
  return (
    <div
      className={classes(
        '-ml-1.5 flex h-7 items-center gap-0.5 transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        !shown && 'opacity-0',
        className,
      )}
    >
      {children}
    </div>
  )
}
