import type { ReactNode } from 'react'
import { AnsweringMark } from '@/components/ui/answering-mark'

/** At most one: an answer being written, or one that was not seen yet. Also spoken, with the row's name. */
export function SessionMark({ answering, unread }: { answering: boolean; unread: boolean }) {
  if (answering)
    return (
      <Mark name="answering">
        <AnsweringMark />
      </Mark>
    )
  if (unread)
    return (
      <Mark name="unread answer">
        <span aria-hidden className="size-1.5 rounded-full bg-accent" />
      </Mark>
    )
  return null
}

function Mark({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex size-4 shrink-0 items-center justify-center" title={name}>
      {children}
      <span className="sr-only">, {name}</span>
    </span>
  )
}
