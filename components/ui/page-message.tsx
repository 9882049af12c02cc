import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClasses } from './button'

type Props = {
  title: string
  children: ReactNode
  /** In the place of the way to a new chat. */
  action?: ReactNode
}

/** A page that has one thing to say. */
export function PageMessage({ title, children, action }: Props) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-start justify-center gap-3 px-6 max-drawer:py-16 drawer:mx-auto drawer:w-full drawer:max-w-136">
      <h1 className="font-semibold text-head">{title}</h1>
      <p className="text-ink-2">{children}</p>
      {action ?? (
        <Link href="/" className={buttonClasses({ variant: 'plain' })}>
          New chat
        </Link>
      )}
    </div>
  )
}
